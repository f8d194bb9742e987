// Between the M8 screw and the table's underside: a disc with a hole for the screw's end.
include <shapes.scad>

rotate_extrude() difference() {
    square([15, 8]);
    translate([-1, 3]) square([1 + (screw_m8 + print_hole) / 2, 6]);
}
