// Bolted below a tube clamp; the cradle with the camera swings between its ears. Printed plate down.
include <ear.scad>

layer(0, arm_plate) difference() {
    translate([-clamp_plate / 2, -clamp_plate / 2]) rounded([clamp_plate, clamp_plate], 4);
    pattern() hole(screw_m4);
}
ears(cradle_width + 2 * print_gap, arm_pivot, 9);
