CREATE TABLE tournaments (
	id SERIAL NOT NULL,
	made_at VARCHAR(24) NOT NULL,
	CONSTRAINT pk_tournaments PRIMARY KEY (id)
);
CREATE TABLE acts (
	tournament INTEGER NOT NULL,
	number INTEGER NOT NULL,
	at VARCHAR(24) NOT NULL,
	who TEXT NOT NULL,
	role VARCHAR(16) NOT NULL,
	why TEXT,
	act JSON NOT NULL,
	CONSTRAINT pk_acts PRIMARY KEY (tournament, number),
	CONSTRAINT fk_acts_tournament FOREIGN KEY(tournament) REFERENCES tournaments (id)
);
CREATE TABLE codes (
	id SERIAL NOT NULL,
	tournament INTEGER NOT NULL,
	hash VARCHAR(64) NOT NULL,
	role VARCHAR(16) NOT NULL,
	team TEXT,
	table_number INTEGER,
	made_at VARCHAR(24) NOT NULL,
	taken_back_at VARCHAR(24),
	CONSTRAINT pk_codes PRIMARY KEY (id),
	CONSTRAINT fk_codes_tournament FOREIGN KEY(tournament) REFERENCES tournaments (id),
	CONSTRAINT uq_codes_hash UNIQUE (hash)
);
CREATE TABLE decks (
	tournament INTEGER NOT NULL,
	table_number INTEGER NOT NULL,
	digest VARCHAR(64) NOT NULL,
	name TEXT NOT NULL,
	file BYTEA NOT NULL,
	CONSTRAINT pk_decks PRIMARY KEY (tournament, table_number, digest),
	CONSTRAINT fk_decks_tournament FOREIGN KEY(tournament) REFERENCES tournaments (id)
);
CREATE TABLE keys (
	id SERIAL NOT NULL,
	hash VARCHAR(64) NOT NULL,
	code INTEGER NOT NULL,
	name TEXT NOT NULL,
	made_at VARCHAR(24) NOT NULL,
	taken_back_at VARCHAR(24),
	CONSTRAINT pk_keys PRIMARY KEY (id),
	CONSTRAINT uq_keys_hash UNIQUE (hash),
	CONSTRAINT fk_keys_code FOREIGN KEY(code) REFERENCES codes (id)
);
CREATE TABLE journals (
	id VARCHAR(32) NOT NULL,
	tournament INTEGER NOT NULL,
	number INTEGER NOT NULL,
	table_number INTEGER NOT NULL,
	key INTEGER NOT NULL,
	joined_at VARCHAR(24) NOT NULL,
	follows VARCHAR(32),
	followed_at INTEGER NOT NULL,
	CONSTRAINT pk_journals PRIMARY KEY (id),
	CONSTRAINT fk_journals_tournament FOREIGN KEY(tournament) REFERENCES tournaments (id),
	CONSTRAINT fk_journals_key FOREIGN KEY(key) REFERENCES keys (id),
	CONSTRAINT fk_journals_follows FOREIGN KEY(follows) REFERENCES journals (id)
);
CREATE TABLE received (
	journal VARCHAR(32) NOT NULL,
	number INTEGER NOT NULL,
	event TEXT NOT NULL,
	CONSTRAINT pk_received PRIMARY KEY (journal, number),
	CONSTRAINT fk_received_journal FOREIGN KEY(journal) REFERENCES journals (id)
);
CREATE TABLE matches (
	journal VARCHAR(32) NOT NULL,
	partida INTEGER NOT NULL,
	number INTEGER NOT NULL,
	told JSON NOT NULL,
	CONSTRAINT pk_matches PRIMARY KEY (journal, partida),
	CONSTRAINT fk_matches_journal FOREIGN KEY(journal) REFERENCES journals (id)
);
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL,
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO alembic_version VALUES ('0003');
CREATE INDEX ix_codes_tournament_role ON codes (tournament, role);
CREATE INDEX ix_keys_code ON keys (code);
CREATE INDEX ix_journals_key ON journals (key);
CREATE UNIQUE INDEX ix_journals_tournament_number ON journals (tournament, number);
CREATE INDEX ix_journals_tournament_table_number ON journals (tournament, table_number);
