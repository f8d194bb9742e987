// What the camera's arm and its cradle share: ears with a pivot, on which the cradle swings by camera_tilt either way.
include <shapes.scad>

ear = 6;
cradle_width = 40;
arm_plate = 6;
arm_pivot = 36;     // above the arm's underside
cradle_plate = 3;
cradle_pivot = 18;  // above the cradle's underside

// Two ears across x, their inner faces `apart` from each other, round about their pivot.
module ears(apart, pivot, half) {
    for (x = [apart / 2, -apart / 2 - ear]) translate([x, 0, 0]) sideways(ear) difference() {
        union() {
            translate([0, pivot]) circle(half);
            translate([-half, 1]) square([2 * half, pivot - 1]);
        }
        translate([0, pivot]) flat_hole(screw_m4);
    }
}
