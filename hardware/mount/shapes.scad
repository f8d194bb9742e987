// Shapes that several parts share. Every part is a union of plain extrusions, whose holes are cut in the flat outline:
// quick to render, and easy to read. Holes that lie flat in the print have a pointed roof, so they need no supports.
include <measures.scad>

$fn = 48;
small = 24;    // corners of a small hole's outline: enough, and quick

// A hole upright in the print.
module hole(diameter) {
    circle(d = diameter + print_hole, $fn = diameter < 10 ? small : $fn);
}

// A hole that lies flat in the print, its roof pointing to y; cut off a little above the circle and bridged there.
module flat_hole(diameter) {
    d = diameter + print_hole;
    circle(d = d, $fn = small);
    intersection() {
        rotate(45) square(d / 2);
        translate([-d, 0]) square([2 * d, d / 2 + 0.4]);
    }
}

// The four places of the square pattern that all tube clamps and their counterparts have.
module pattern() {
    for (x = [-1, 1], y = [-1, 1]) translate([x, y] * clamp_pattern / 2) children();
}

module rounded(size, radius) {
    translate([radius, radius]) offset(radius, $fn = small) square([size[0] - 2 * radius, size[1] - 2 * radius]);
}

// An outline in x and z, `thick` along y from y = 0 upwards.
module upright(thick) {
    translate([0, thick, 0]) rotate([90, 0, 0]) linear_extrude(thick, convexity = 4) children();
}

// An outline in y and z, `thick` along x from x = 0 upwards.
module sideways(thick) {
    rotate([90, 0, 90]) linear_extrude(thick, convexity = 4) children();
}

// One layer of a part, from z = `from` to `to`.
module layer(from, to) {
    translate([0, 0, from]) linear_extrude(to - from, convexity = 8) children();
}
