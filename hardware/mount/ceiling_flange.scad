// Screwed to the ceiling or a beam; a tube clamp on its upstand holds the tube that hangs down. Printed as it lies here.
include <shapes.scad>

side = ceiling_side;
thick = ceiling_thick;
upstand = ceiling_upstand;
centre = ceiling_below + clamp_plate / 2;
top = centre + clamp_plate / 2;

layer(0, thick) difference() {
    translate([-side / 2, -side / 2]) rounded([side, side], 8);
    for (x = [-1, 1], y = [-1, 1]) translate([x, y] * (side / 2 - ceiling_edge)) hole(screw_wood);
}
translate([0, -upstand / 2, 0]) upright(upstand) difference() {
    translate([-clamp_plate / 2, 1]) square([clamp_plate, top - 1]);
    translate([0, centre]) pattern() flat_hole(screw_m4);
}
translate([-upstand / 2, 0, thick - 1]) sideways(upstand) polygon([[0, 0], [43, 0], [43, 1], [0, top - thick - 4]]);
