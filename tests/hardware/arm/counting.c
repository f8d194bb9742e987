/*
 * A plugin of qemu-aarch64 7.2: counts the instructions of a program by what they do, the bytes that they load and
 * store, and what of that three levels of cache would have sent to memory. counting.py builds and reads it.
 *
 * The program says where a part of it begins and ends: it calls getpriority with MARK and a number, and the plugin
 * writes that number and all counts so far as a line. Caches are set associative and throw out what was not used for
 * longest; they write back, fetch lines that are written to, and fetch nothing in advance. For programs of one thread.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The interface, after docs/devel/tcg-plugins of QEMU 7.2; Debian has no package with its header. */
typedef uint64_t qemu_plugin_id_t;
typedef uint32_t qemu_plugin_meminfo_t;
typedef struct qemu_info_t qemu_info_t;
struct qemu_plugin_tb;
struct qemu_plugin_insn;
enum qemu_plugin_cb_flags { QEMU_PLUGIN_CB_NO_REGS };
enum qemu_plugin_mem_rw { QEMU_PLUGIN_MEM_RW = 3 };
size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *);
struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *, size_t);
const void *qemu_plugin_insn_data(const struct qemu_plugin_insn *);
unsigned qemu_plugin_mem_size_shift(qemu_plugin_meminfo_t);
bool qemu_plugin_mem_is_store(qemu_plugin_meminfo_t);
void qemu_plugin_register_vcpu_tb_trans_cb(qemu_plugin_id_t, void (*)(qemu_plugin_id_t, struct qemu_plugin_tb *));
void qemu_plugin_register_vcpu_tb_exec_cb(struct qemu_plugin_tb *, void (*)(unsigned, void *),
                                          enum qemu_plugin_cb_flags, void *);
void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn *,
                                      void (*)(unsigned, qemu_plugin_meminfo_t, uint64_t, void *),
                                      enum qemu_plugin_cb_flags, enum qemu_plugin_mem_rw, void *);
void qemu_plugin_register_vcpu_syscall_cb(qemu_plugin_id_t,
                                          void (*)(qemu_plugin_id_t, unsigned, int64_t, uint64_t, uint64_t, uint64_t,
                                                   uint64_t, uint64_t, uint64_t, uint64_t, uint64_t));
__attribute__((visibility("default"))) int qemu_plugin_version = 1;

enum { GETPRIORITY = 141, MARK = 0x6d7573 }; /* arm64's number of the system call; "mus" */

enum kind { FLOAT_MULTIPLY, DOT, BYTE_MULTIPLY, OTHER_VECTOR, VECTOR_MEMORY, SCALAR_MEMORY, BRANCH, OTHER, KINDS };
static uint64_t counts[KINDS], loaded, stored;

struct block {
    uint32_t of[KINDS];
};

static bool is(uint32_t word, uint32_t mask, uint32_t value) { return (word & mask) == value; }

/* What a word is, after the encodings in the Arm Architecture Reference Manual for A-profile (DDI 0487), C4.1. */
static enum kind kind_of(uint32_t word)
{
    uint32_t group = word >> 25 & 15;
    if ((group & 7) == 7) {
        if (is(word, 0xbf20fc00, 0x0e20cc00) || is(word, 0xbf80b400, 0x0f801000)) /* FMLA, FMLS */
            return FLOAT_MULTIPLY;
        if (is(word, 0x9fe0fc00, 0x0e809400) || is(word, 0x9fc0f400, 0x0f80e000)) /* SDOT, UDOT */
            return DOT;
        if (is(word, 0x9f20bc00, 0x0e208000) || is(word, 0x9f007400, 0x0f002000)) /* SMLAL, SMULL and unsigned */
            return BYTE_MULTIPLY;
        return OTHER_VECTOR;
    }
    if ((group & 5) == 4)
        return word >> 26 & 1 ? VECTOR_MEMORY : SCALAR_MEMORY;
    return (group & 14) == 10 ? BRANCH : OTHER;
}

enum { LINE = 6, LEVELS = 3 };
struct way {
    uint64_t line; /* its number plus one; 0 for nothing */
    uint64_t used;
    bool dirty;
};
struct cache {
    uint64_t sets, ways, missed, written_back;
    struct way *all;
};
static struct cache caches[LEVELS];
static int levels;
static uint64_t now;

static void touch(int level, uint64_t line, bool write)
{
    if (level == levels)
        return;
    struct cache *cache = &caches[level];
    struct way *set = cache->all + (line % cache->sets) * cache->ways, *oldest = set;
    for (struct way *way = set; way < set + cache->ways; way++) {
        if (way->line == line + 1) {
            way->used = ++now;
            way->dirty |= write;
            return;
        }
        if (way->used < oldest->used)
            oldest = way;
    }
    cache->missed++;
    if (oldest->line && oldest->dirty) {
        cache->written_back++;
        touch(level + 1, oldest->line - 1, true);
    }
    touch(level + 1, line, false);
    *oldest = (struct way){line + 1, ++now, write};
}

static void accessed(unsigned cpu, qemu_plugin_meminfo_t how, uint64_t address, void *nothing)
{
    uint64_t size = 1ull << qemu_plugin_mem_size_shift(how);
    bool write = qemu_plugin_mem_is_store(how);
    *(write ? &stored : &loaded) += size;
    uint64_t first = address >> LINE, last = (address + size - 1) >> LINE;
    touch(0, first, write);
    if (last != first)
        touch(0, last, write);
}

static void executed(unsigned cpu, void *data)
{
    const struct block *block = data;
    for (int kind = 0; kind < KINDS; kind++)
        counts[kind] += block->of[kind];
}

static void translated(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
    struct block *block = calloc(1, sizeof *block);
    for (size_t i = 0; i < qemu_plugin_tb_n_insns(tb); i++) {
        struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);
        uint32_t word;
        memcpy(&word, qemu_plugin_insn_data(insn), sizeof word);
        enum kind kind = kind_of(word);
        block->of[kind]++;
        if (levels && (kind == VECTOR_MEMORY || kind == SCALAR_MEMORY))
            qemu_plugin_register_vcpu_mem_cb(insn, accessed, QEMU_PLUGIN_CB_NO_REGS, QEMU_PLUGIN_MEM_RW, NULL);
    }
    qemu_plugin_register_vcpu_tb_exec_cb(tb, executed, QEMU_PLUGIN_CB_NO_REGS, block);
}

static FILE *out;

static void called(qemu_plugin_id_t id, unsigned cpu, int64_t number, uint64_t a, uint64_t b, uint64_t c, uint64_t d,
                   uint64_t e, uint64_t f, uint64_t g, uint64_t h)
{
    if (number != GETPRIORITY || a != MARK)
        return;
    fprintf(out, "%u", (unsigned)b);
    for (int kind = 0; kind < KINDS; kind++)
        fprintf(out, " %llu", (unsigned long long)counts[kind]);
    fprintf(out, " %llu %llu", (unsigned long long)loaded, (unsigned long long)stored);
    for (int level = 0; level < levels; level++)
        fprintf(out, " %llu %llu", (unsigned long long)caches[level].missed,
                (unsigned long long)caches[level].written_back);
    fputc('\n', out);
    fflush(out);
}

/* Arguments: out=FILE, and for each level, from the nearest: cache=BYTES:WAYS. */
__attribute__((visibility("default"))) int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t *info, int argc,
                                                               char **argv)
{
    for (int i = 0; i < argc; i++) {
        unsigned long long bytes, ways;
        if (!strncmp(argv[i], "out=", 4))
            out = fopen(argv[i] + 4, "w");
        else if (levels < LEVELS && sscanf(argv[i], "cache=%llu:%llu", &bytes, &ways) == 2 && ways) {
            struct cache *cache = &caches[levels++];
            cache->sets = (bytes >> LINE) / ways;
            cache->ways = ways;
            cache->all = calloc(cache->sets * ways, sizeof *cache->all);
        } else {
            fprintf(stderr, "counting: unknown argument %s\n", argv[i]);
            return 1;
        }
    }
    if (!out) {
        fprintf(stderr, "counting: needs out=FILE that can be written\n");
        return 1;
    }
    qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
    qemu_plugin_register_vcpu_syscall_cb(id, called);
    return 0;
}
