// Everything put together over a table, to look at; nothing here is printed. `shown`: "all" of it, on an arm; "ceiling",
// the same hanging from one; "head", what hangs on the arm.
include <shapes.scad>

shown = "all";
folder = "../../build/hardware";    // where the printed parts are
table = 900;
lens_above = 1260;
room = 2450 - 740;                  // from the table's top to the ceiling

inner = (tube_diameter + print_gap) / 2;
face = inner + clamp_ring + clamp_thick;
arm_below = arm_pivot + cradle_pivot;   // the lens below the camera's clamp
pole = lens_above + arm_upright;
axis = lens_above + face + arm_below;

// The upright stands behind a corner, where nobody sits; the arm reaches from it to the table's middle.
corner = [table / 2 - 50, table / 2 + table_back + face];
long = sqrt(corner * corner - pow(2 * face, 2));
way = atan2(-corner[1], -corner[0]) - atan2(-long, 2 * face);

lamp_at = lamp_ring / 2 + lamp_hinge + tongue_out;

module printed(name) {
    color("#d9a441") import(str(folder, "/", name, ".stl"), convexity = 8);
}

module tube(long) {
    color("#b9bec4") difference() {
        cylinder(d = tube_diameter, h = long);
        translate([0, 0, -1]) cylinder(d = tube_diameter - 2 * tube_wall, h = long + 2);
    }
}

// A tube clamp on a tube along y, its middle at `at`, its face down or up.
module clamp(at, up = false) {
    translate([0, at + clamp_plate / 2, 0]) rotate([90, up ? 180 : 0, 0]) printed("tube_clamp");
}

// What hangs on the arm, whose middle line is y, and which ends `behind` the camera.
module arm(behind = long + 90, turned = way) {
    translate([0, behind, 0]) rotate([90, 0, 0]) tube(behind + 40);
    clamp(0);
    translate([0, 0, -face]) rotate([180, 0, -turned]) {
        printed("camera_arm");
        translate([0, 0, arm_pivot]) rotate([180, 0, 0]) translate([0, 0, -cradle_pivot]) printed("camera_cradle");
        color("#2f7a3a") translate([-camera_board[0] / 2, camera_lens - camera_board[1], arm_below - cradle_plate - camera_post - camera_thick])
            cube([camera_board[0], camera_board[1], camera_thick]);
    }
    clamp(arm_tray, true);
    translate([-(pi_hole_x[0] + pi_hole_x[1]) / 2, arm_tray - pi_board[1] / 2, face]) {
        printed("head_tray");
        color("#2f7a3a") translate([0, 0, tray_thick + pi_post]) cube([pi_board[0], pi_board[1], pi_thick]);
        translate([0, 0, tray_thick + pi_post + pi_thick + pi_high]) printed("head_lid");
    }
    clamp(lamp_at);
    translate([0, lamp_at, -face]) rotate([180, 0, 90]) printed("tripod_tongue");
    translate([0, 0, -face - tongue_low - 2]) color("#f4f1e6") difference() {
        union() {
            cylinder(d = lamp_ring, h = lamp_thick, center = true, $fn = 96);
            translate([0, lamp_ring / 2, 0]) cube([24, 2 * lamp_hinge, lamp_thick - 8], center = true);
        }
        cylinder(d = lamp_inside, h = lamp_thick + 2, center = true, $fn = 96);
    }
}

// The elbow: two clamps back to back, one turned; the upright at the origin.
module elbow() {
    translate([0, 0, -clamp_plate / 2]) rotate(90) printed("tube_clamp");
    translate([2 * face, 0, 0]) rotate([90, 0, 0]) translate([0, 0, -clamp_plate / 2]) rotate(-90) printed("tube_clamp");
}

module table() {
    // Its top's middle at the origin.
    color("#3d7a52") translate([-table / 2, -table / 2, -30]) cube([table, table, 30]);
    // The panel in the corner between two players' hands.
    translate([table / 2 - 10, table / 2 - 80 - panel_width, 0]) rotate(90) panel();
}

module all() {
    table();
    // The clamp's back looks away from the table, at its edge.
    translate([corner[0], table / 2, 0]) {
        translate([table_width / 2, table_back, -30 - table_jaw]) rotate([90, 0, -90]) printed("table_clamp");
        translate([0, table_back + face, -30 - table_jaw + (table_thickest + 2 * table_jaw) / 2 - clamp_plate / 2]) printed("tube_clamp");
    }
    translate([corner[0], corner[1], -40]) tube(pole);
    translate([corner[0], corner[1], axis]) rotate(way) elbow();
    translate([0, 0, axis]) rotate(way) arm();
}

module ceiling() {
    table();
    color("#d9d6cc") translate([-200, 60, room]) cube([320, 420, 10]);
    translate([-2 * face, sqrt(pow(ceiling_beside, 2) - pow(2 * face, 2)), 0]) {
        translate([0, 0, room]) rotate([180, 0, 0]) translate([0, ceiling_upstand / 2 + face, 0]) {
            printed("ceiling_flange");
            translate([0, -ceiling_upstand / 2 - face, ceiling_below]) rotate(180) printed("tube_clamp");
        }
        translate([0, 0, axis - clamp_plate / 2]) tube(room - ceiling_thick - axis + clamp_plate / 2);
        translate([0, 0, axis]) elbow();
    }
    translate([0, 0, axis]) arm(table / 2 + 60, 0);
}

module panel() {
    printed("panel_box");
    translate([panel_width, 0, print_wall + panel_inside + panel_thick]) rotate([0, 180, 0]) printed("panel_face");
    for (place = button_places) translate([place[0], place[1], print_wall + panel_inside + panel_thick])
        color("#30343a") cylinder(d = button_bezel, h = 4);
}

if (shown == "head") arm(); else if (shown == "ceiling") ceiling(); else all();
