"""A tournament's desk: what is said in it is kept, how it stands follows from that, and boxes join it.

    desk = Desk(Database.in_folder(Path("data")))                 # or Database("postgresql://…")
    ane = Who("Ane", Role.COMMITTEE)
    number = setting_up.make(desk, ane, {"name": "Txapelketa", "rules": "nabo", "options": {"target": 40}})
    setting_up.enter(desk, number, ane, [TeamEntry("T01", "Chino A"), TeamEntry("T02", "Chino B")])
    setting_up.lock(desk, number, ane)
    state = setting_up.draw(desk, number, ane, seed="2026-11-22")
    results.report(desk, number, Who("Jon", Role.PAIR, team="T01"), 1, [(40, 32), (40, 12)])
    results.confirm(desk, number, Who("Miren", Role.PAIR, team="T02"), 1, [(40, 32), (40, 12)])
    rows = standings(desk.state(number).tournament)               # engine.tournament.standings

`State` (desk.state) is how a tournament stands after its acts; what was handed out never changes, so it can be looked
at from any thread. A change is an act (desk.acts): a function of `desk.service` decides it from the state, and it is
kept under the next number, which the database gives once; where another desk was quicker it is decided anew. A
MusError says why something makes no sense, NotAllowedError that the role does not allow it, DatabaseError that the
database is not to be had.

Codes let people and boxes in: `desk.issue([Place(number, Role.PAIR, team="T01")])` gives them out, shown once;
`desk.enter(code, name)` gives the guest and the key to show each time, `desk.guest(key)` says whose key it is.
"""
