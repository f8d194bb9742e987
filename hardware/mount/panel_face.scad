// The face of the panel with its twelve buttons and the display. Printed face down: z = 0 is what players see, so the
// outline is mirrored.
include <display.scad>

module face() {
    mirror([1, 0]) translate([-panel_width, 0]) children();
}

module bar_screws() {
    translate(panel_display) for (x = [-1, 1]) translate([x * apart / 2, 0]) children();
}

// Around the display, where the bar's screws go into the face, it is made in two layers.
module around_display() {
    translate(panel_display) square([apart + 2 * post, window[1] + 8], center = true);
}

layer(0, panel_thick) face() difference() {
    rounded([panel_width, panel_depth], 6);
    for (place = button_places) translate(place) hole(button_hole);
    for (x = [panel_corner, panel_width - panel_corner], y = [panel_corner, panel_depth - panel_corner])
        translate([x, y]) hole(screw_m3);
    around_display();
}
module window() {
    translate(panel_display + [0, -window_up]) square(window, center = true);
}
layer(0, panel_thick - panel_sunk) face() difference() {
    around_display();
    window();
}
layer(panel_thick - panel_sunk, panel_thick) face() difference() {
    around_display();
    window();
    bar_screws() hole(screw_m2_5_tap);
}
// A rim that keeps the display's board in its place, and two posts for the bar behind it.
layer(panel_thick, panel_thick + deep - panel_press) face() {
    translate(panel_display) difference() {
        square([board[0] + 2 * (play + rim), board[1] + 2 * (play + rim)], center = true);
        square([board[0] + 2 * play, board[1] + 2 * play], center = true);
    }
    bar_screws() difference() {
        circle(d = post);
        hole(screw_m2_5_tap);
    }
}
