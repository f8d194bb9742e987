// The Raspberry Pi's tray on the arm. Its posts take a Pi 5, a Pi 4 or a Zero 2 W; the walls are open where plugs are.
include <shapes.scad>

thick = tray_thick;
sunk = tray_sunk;
room = tray_room;
w = print_wall;
low = thick + pi_post - 1;
high = thick + pi_post + pi_thick + 10;
centre = [(pi_hole_x[0] + pi_hole_x[1]) / 2, pi_board[1] / 2];

module outline() {
    translate([-room - w, -room - w]) rounded(pi_board + 2 * [room + w, room + w], 3);
}

module posts() {
    for (x = pi_hole_x, y = pi_hole_y) translate([x, y]) children();
    // The Zero's fourth hole stays without: a Pi 5's memory card is there.
    translate([pi_hole_x[1], pi_zero_hole_y[1]]) children();
}

module base(head) {
    difference() {
        outline();
        posts() hole(screw_m2_5_tap);
        translate(centre) pattern() hole(head);
        for (x = [20, 31, 42]) translate([x, 14]) square([4, 28]);
    }
}

module wall() {
    difference() {
        outline();
        translate([-room, -room]) square(pi_board + 2 * [room, room]);
        translate([-room - w - 1, 8]) square([w + 2, 30]);     // the memory card
        children();
    }
}

layer(0, thick - sunk) base(screw_m4);
layer(thick - sunk, thick) base(screw_m4_head);
layer(thick, thick + pi_post) posts() difference() {
    circle(d = 6, $fn = small);
    hole(screw_m2_5_tap);
}
layer(thick, low) wall();
// Power, pictures and sound on one side; network and USB on the next.
layer(low, high) wall() {
    translate([4, -room - w - 1]) square([57, w + 2]);
    translate([pi_board[0] + room - 1, 1]) square([w + 2, pi_board[1] - 2]);
}
