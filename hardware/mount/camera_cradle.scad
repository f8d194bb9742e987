// Carries the camera's board on four M2 screws, its lens through the opening. Printed plate down.
include <ear.scad>

up = camera_lens;                       // from the lens to the board's upper edge
down = camera_board[1] - camera_lens;   // and to the edge with the plug

module posts() {
    for (x = [-1, 1], y = camera_hole_y) translate([x * camera_hole_x / 2, up - y]) children();
}

layer(0, cradle_plate) difference() {
    translate([-cradle_width / 2, -down - 3]) rounded([cradle_width, up + down + 6], 3);
    hole(camera_opening);
    posts() hole(screw_m2_tap);
}
layer(cradle_plate, cradle_plate + camera_post) posts() difference() {
    circle(d = 5.4, $fn = small);
    hole(screw_m2_tap);
}
ears(cradle_width - 2 * cradle_ear, cradle_pivot, 8);
