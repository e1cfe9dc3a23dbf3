import type {
  DBCore,
  DBCoreDeleteRangeRequest,
  DBCoreMutateRequest,
  DBCoreMutateResponse,
  DBCoreTable,
  DBCoreTransaction,
  Middleware,
} from 'dexie'
import { Gathered } from '#platform/web/sync/mirror-batch.ts'
import { MirrorLine } from '#platform/web/sync/mirror-line.ts'
import { mirrorNotes } from '#platform/web/sync/mirror-notes.ts'
import { MIRRORED, type Mirror, type MirrorTable } from '#platform/web/sync/mirror-port.ts'
import { putUnder, type Store, type Under } from '#platform/web/sync/store.ts'

/* What clearing a browser does not take. A shell's entry puts a mirror in, before the app starts; the app itself never loads this. */

/**
 * Puts a mirror under every copy opened from now on, and brings the notes beside them together with it. Call it, and wait for it, before the
 * app starts. Returns a function that removes it again. A mirror that can't be read stops nothing: changes are `NotMirrored` then.
 */
export async function putMirror(mirror: Mirror): Promise<() => void> {
  const stopNotes = await mirrorNotes(mirror)
  const stopUnder = putUnder(underCopies(mirror))
  return () => {
    stopUnder()
    stopNotes()
  }
}

const nameOf = (of: { practiceId: string; personId: string }) => `${of.practiceId}/${of.personId}`

function underCopies(mirror: Mirror): Under {
  const lines = new Map<string, MirrorLine>()
  const written = new WeakMap<object, Gathered>()
  const lineOf = (of: { practiceId: string; personId: string }) => {
    const line = lines.get(nameOf(of)) ?? new MirrorLine(() => mirror.open(of))
    lines.set(nameOf(of), line)
    return line
  }
  return {
    open(store) {
      const line = lineOf(store.owner)
      store.use(middleware(line, written))
      // Whatever else wants to use the copy waits for it. Sticky: also when it is opened again.
      store.on('ready', (open) => line.start(open as Store), true)
    },
    async settle(store, ended, own) {
      const result = await ended
      const gathered = written.get(own() ?? {})
      // Without any, or inside another transaction, which has not ended.
      if (!gathered || !committed.has(gathered)) return result
      await lineOf(store.owner).settle(gathered)
      return result
    },
    async forget(owner) {
      const line = lineOf(owner)
      lines.delete(nameOf(owner))
      await line.forget()
    },
  }
}

const committed = new WeakSet<Gathered>()

/** Notes what transactions write, and hands it to the line when they have committed. */
const middleware = (line: MirrorLine, written: WeakMap<object, Gathered>): Middleware<DBCore> => ({
  stack: 'dbcore',
  name: 'mirror',
  create: (core) => ({
    ...core,
    transaction(stores, mode, options) {
      const trans = core.transaction(stores, mode, options)
      if (mode === 'readwrite' && line.isRunning) follow(trans, line, written)
      return trans
    },
    table(name) {
      const table = core.table(name)
      return isMirrored(name) ? { ...table, mutate: (request) => noted(table, name, request, written.get(request.trans)) } : table
    },
  }),
})

const isMirrored = (name: string): name is MirrorTable => (MIRRORED as readonly string[]).includes(name)

function follow(trans: DBCoreTransaction, line: MirrorLine, written: WeakMap<object, Gathered>) {
  const gathered = new Gathered()
  written.set(trans, gathered)
  // Before Dexie hears of it: whoever waits for the transaction finds it handed over.
  ;(trans as unknown as EventTarget).addEventListener('complete', () => {
    committed.add(gathered)
    if (!gathered.isEmpty) line.take(gathered)
  })
}

/* Of Dexie's kinds of ranges, the one that names all rows. */
const ALL_ROWS = 3

/** Writes, and notes what was written. By Dexie's own promises: with others a transaction may end too soon. */
function noted(
  table: DBCoreTable,
  name: MirrorTable,
  request: DBCoreMutateRequest,
  gathered: Gathered | undefined,
): Promise<DBCoreMutateResponse> {
  if (!gathered) return table.mutate(request)
  if (request.type === 'deleteRange') return notedRange(table, name, request, gathered)
  // The number of a new change is told by the answer alone.
  const asked = name === 'queue' && request.type !== 'delete' ? { ...request, wantResults: true } : request
  return table.mutate(asked).then((answer) => {
    const isWritten = (at: number) => !(at in answer.failures)
    if (request.type === 'delete') for (const [at, key] of request.keys.entries()) isWritten(at) && gathered.drop(name, key)
    else
      for (const [at, value] of request.values.entries())
        if (isWritten(at)) gathered.put(name, name === 'queue' ? { ...value, seq: answer.results?.[at] ?? value.seq } : value)
    return answer
  })
}

function notedRange(table: DBCoreTable, name: MirrorTable, request: DBCoreDeleteRangeRequest, gathered: Gathered) {
  const { trans, range } = request
  if (range.type === ALL_ROWS)
    return table.mutate(request).then((answer) => {
      gathered.clear(name)
      return answer
    })
  return table.query({ trans, values: false, query: { index: table.schema.primaryKey, range } }).then(({ result }) =>
    table.mutate(request).then((answer) => {
      for (const key of result) gathered.drop(name, key)
      return answer
    }),
  )
}
