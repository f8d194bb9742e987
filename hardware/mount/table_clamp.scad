// Grips the table's edge with an M8 screw from below; the tube clamp sits on its back. Printed lying on its side.
include <shapes.scad>

back = 14;
sunk = 4.4;         // the M4 screws' heads go in from the throat
high = table_thickest + 2 * table_jaw;
screw = [back + table_reach * 0.6, table_width / 2];

module backs_holes(diameter) {
    difference() {
        square([high, table_width]);
        translate([high / 2, table_width / 2]) pattern() flat_hole(diameter);
    }
}

sideways(back - sunk) backs_holes(screw_m4);
translate([back - sunk, 0, 0]) sideways(sunk) backs_holes(screw_m4_head);
// The upper jaw.
translate([back, high - table_jaw, 0]) upright(table_jaw) square([table_reach, table_width]);
// The lower jaw: the M8 screw's hole, and on the table's side a pocket in which tightening holds the nut.
translate([back, 0, 0]) upright(table_jaw - screw_m8_nut_high) difference() {
    square([table_reach, table_width]);
    translate(screw - [back, 0]) flat_hole(screw_m8);
}
translate([back, table_jaw - screw_m8_nut_high, 0]) upright(screw_m8_nut_high) difference() {
    square([table_reach, table_width]);
    translate(screw - [back, 0]) circle(d = (screw_m8_nut + print_hole) / cos(30), $fn = 6);
}
