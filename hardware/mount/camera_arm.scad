// Bolted below a tube clamp, turned as the table lies; the cradle with the camera swings between its ears. Printed plate
// down.
include <ear.scad>

layer(0, arm_plate) turning();
ears(cradle_width + 2 * print_gap, arm_pivot, 9);
