// Holds a tube beside a flat face: to the table clamp, the ceiling, the tray, the camera, or to another one, turned by
// 90 degrees, as an elbow. Printed standing, the tube's axis upright.
include <shapes.scad>

inner = (tube_diameter + print_gap) / 2;
outer = inner + clamp_ring;
face = outer + clamp_thick;
ear_end = outer + 13;
root = sqrt(inner * inner - clamp_slit * clamp_slit / 4) + 1;

// Ring and neck, open at the slit.
layer(0, clamp_plate) difference() {
    union() {
        circle(outer);
        translate([-outer * 0.8, -face + 1]) square([outer * 1.6, face - inner * 0.6 - 1]);
    }
    circle(inner);
    translate([-clamp_slit / 2, 0]) square([clamp_slit, ear_end]);
}
// The face with its four holes.
translate([0, -face, clamp_plate / 2]) upright(clamp_thick) difference() {
    square(clamp_plate, center = true);
    pattern() flat_hole(screw_m4);
}
// The ears with the two screws that pinch the tube.
for (x = [clamp_slit / 2, -clamp_slit / 2 - clamp_ear]) translate([x, 0, 0]) sideways(clamp_ear) difference() {
    translate([root, 0]) square([ear_end - root, clamp_plate]);
    for (z = [clamp_pinch[1], clamp_plate - clamp_pinch[1]]) translate([outer + clamp_pinch[0], z]) flat_hole(screw_m5);
}
