// Everything put together over a table, to look at; nothing here is printed.
include <shapes.scad>

table = 900;
lens_above = 1260;
pole = 1330;
reach = table / 2 + 40;
inner = (tube_diameter + print_gap) / 2;
face = inner + clamp_ring + clamp_thick;

module printed(name) {
    color("#d9a441") import(str(folder, "/", name, ".stl"), convexity = 8);
}
module tube(long) {
    color("#b9bec4") difference() { cylinder(d = tube_diameter, h = long); translate([0, 0, -1]) cylinder(d = tube_diameter - 2 * tube_wall, h = long + 2); }
}
folder = "../../build/hardware";

// The table, its top's middle at the origin.
color("#3d7a52") translate([-table / 2, -table / 2, -30]) cube([table, table, 30]);

translate([0, table / 2, 0]) {
    // Clamp at the edge, its back away from the table.
    translate([table_width / 2, 14, -30 - table_jaw]) rotate([90, 0, -90]) translate([0, 0, 0]) printed("table_clamp");
    translate([0, 14 + face, -30 - table_jaw + (table_thickest + 2 * table_jaw) / 2 - clamp_plate / 2]) printed("tube_clamp");
    translate([0, 14 + face, -40]) tube(pole);
    // The elbow: two clamps back to back, one turned.
    translate([0, 14 + face, pole - 110]) {
        rotate(90) translate([0, 0, 0]) printed("tube_clamp");
        translate([2 * face, 0, clamp_plate / 2]) rotate([90, 0, 0]) translate([0, 0, -clamp_plate / 2]) rotate([0, 0, -90]) printed("tube_clamp");
        translate([2 * face, 60, clamp_plate / 2]) rotate([90, 0, 0]) tube(reach + 90);
    }
}
// The arm's end: camera below, Raspberry Pi on top.
translate([2 * face, 0, pole - 110 + clamp_plate / 2]) {
    translate([0, clamp_plate / 2, 0]) rotate([90, 0, 0]) printed("tube_clamp");
    translate([0, 0, -face]) rotate([180, 0, 0]) {
        printed("camera_arm");
        translate([0, 0, 36]) rotate([180, 0, 0]) translate([0, 0, -18]) printed("camera_cradle");
    }
    translate([0, 130, 0]) rotate([90, 180, 0]) printed("tube_clamp");
    translate([-32.5, 130 - clamp_plate / 2 - 28, face]) { printed("head_tray"); translate([0, 0, 45]) printed("head_lid"); }
}
// The panel at a player's side.
translate([-panel_width / 2, -table / 2 + 20, 0]) {
    printed("panel_box");
    translate([panel_width, 0, print_wall + panel_inside + panel_thick]) rotate([0, 180, 0]) printed("panel_face");
    for (place = button_places) translate([place[0], place[1], print_wall + panel_inside + panel_thick]) color("#30343a") cylinder(d = button_bezel, h = 4);
}
