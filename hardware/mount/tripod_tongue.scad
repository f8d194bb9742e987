// Bolted below a tube clamp: a tongue with a slot for a tripod screw, to which a ring lamp or a USB camera is screwed.
// Printed plate down.
include <shapes.scad>

layer(0, tongue_plate) turning();
translate([-tongue_out, -tongue_width / 2, 0]) sideways(tongue_thick) difference() {
    translate([0, 1]) square([tongue_width, tongue_high - 1]);
    hull() for (z = [tongue_low, tongue_deep]) translate([tongue_width / 2, z]) flat_hole(screw_camera);
}
