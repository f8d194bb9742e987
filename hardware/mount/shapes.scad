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

// A round plate for what must turn under a tube clamp: the square pattern as slots of `clamp_turn` degrees either way,
// and once more half way between, so that it may be bolted on in any eighth of a turn.
turning_radius = clamp_pattern / sqrt(2);
turning_plate = 2 * (turning_radius + (screw_m4 + print_hole) / 2 + 4.5);
module turning() {
    difference() {
        circle(d = turning_plate, $fn = 96);
        for (way = [0 : 45 : 315]) rotate(way) slot();
    }
}
module slot() {
    steps = 8;
    for (i = [0 : steps - 1]) hull() for (k = [i, i + 1])
        rotate(clamp_turn * (2 * k / steps - 1)) translate([turning_radius, 0]) hole(screw_m4);
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
