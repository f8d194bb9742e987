// Grips the table's edge with an M8 screw from below; the tube clamp sits on its back. Printed lying on its side.
include <shapes.scad>

high = table_thickest + 2 * table_jaw;
screw = [table_back + table_vice, table_width / 2];

module backs_holes(diameter) {
    difference() {
        square([high, table_width]);
        translate([high / 2, table_width / 2]) pattern() flat_hole(diameter);
    }
}

sideways(table_back - table_sunk) backs_holes(screw_m4);
translate([table_back - table_sunk, 0, 0]) sideways(table_sunk) backs_holes(screw_m4_head);
// The upper jaw.
translate([table_back, high - table_jaw, 0]) upright(table_jaw) square([table_reach, table_width]);
// The lower jaw: the M8 screw's hole, and on the table's side a pocket in which tightening holds the nut.
translate([table_back, 0, 0]) upright(table_jaw - screw_m8_nut_high) difference() {
    square([table_reach, table_width]);
    translate(screw - [table_back, 0]) flat_hole(screw_m8);
}
translate([table_back, table_jaw - screw_m8_nut_high, 0]) upright(screw_m8_nut_high) difference() {
    square([table_reach, table_width]);
    translate(screw - [table_back, 0]) circle(d = (screw_m8_nut + print_hole) / cos(30), $fn = 6);
}
