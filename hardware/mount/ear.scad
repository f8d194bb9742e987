// What the camera's arm and its cradle share: ears with a pivot, on which the cradle swings by camera_tilt either way.
include <shapes.scad>

// Two ears across x, their inner faces `apart` from each other, round about their pivot.
module ears(apart, pivot, half) {
    for (x = [apart / 2, -apart / 2 - cradle_ear]) translate([x, 0, 0]) sideways(cradle_ear) difference() {
        union() {
            translate([0, pivot]) circle(half);
            translate([-half, 1]) square([2 * half, pivot - 1]);
        }
        translate([0, pivot]) flat_hole(screw_m4);
    }
}
