// Over the Pi on four M2.5 spacers; open over the header for the panel's cable, with a slot for the camera's.
include <shapes.scad>

room = tray_room + print_wall;

layer(0, print_wall) difference() {
    translate([-room, -room]) rounded(pi_board + 2 * [room, room], 3);
    for (x = pi_hole_x, y = pi_hole_y) translate([x, y]) hole(screw_m2_5);
    // The panel's cable, wherever the header is: at the edge (Pi 5 and 4) or half way (Zero 2 W).
    for (y = [pi_board[1] - 9, pi_zero[1] - 9]) translate([7, y]) square([51, 8]);
    // The camera's flat cable.
    translate([67, 8]) rounded([3, 40], 1.4);
    for (x = [10 : 7 : 54], y = [7, 32]) translate([x, y]) rounded([3, 11], 1.4);
}
