/*
 * What a shell gives to keep a second copy, out of reach of the browser. Types alone: a shell's own program imports them too, where there is
 * neither a page nor Dexie.
 */

/** The tables of a copy that are mirrored; `fresh` is not: a full copy under way is fetched again. */
export type MirrorTable = 'rec' | 'queue' | 'done' | 'meta' | 'blob'
export const MIRRORED: readonly MirrorTable[] = ['rec', 'queue', 'done', 'meta', 'blob']

/**
 * A row as it is mirrored: its key, a number and its JSON. Key and number are `<entity> <id>` and the stamp of a record, the opId and the
 * queue number of a change, the opId and the time of the answer of a change that is done, and the key and 0 of the others.
 */
export type MirrorRow = readonly [key: string, at: number, json: string]

/** What one or several transactions wrote, folded: first all of `clears`, then `drops`, then `puts`. */
export type MirrorBatch = {
  /** The line it continues; a mirror of another refuses it. */
  line: string
  /** A mirror is being made anew, in several batches: the first empties it, and it has no line until a batch brings it. */
  fill?: 'first' | 'more'
  clears: readonly MirrorTable[]
  /** By key; changes in the queue by their number, as text. */
  drops: Readonly<Record<MirrorTable, readonly string[]>>
  puts: Readonly<Record<MirrorTable, readonly MirrorRow[]>>
  /** The highest queue number that was used, also by a change that is gone; 0: none was. It never falls. */
  highest: number
  /**
   * No byte may be left of what the batch takes out: `log`, once it is in, in the mirror; `all`, in anything kept beside it either, for
   * something was erased, or is not for this person any more.
   */
  scrubs?: 'log' | 'all'
}

/** Where a mirror stands. */
export type MirrorMarks = {
  /** Null until it has been filled. */
  line: string | null
  /** `stamp` of the copy's meta, as of the last batch. */
  stamp: number
  highest: number
  /** How many changes it holds that are done: of those, some go without a trace in the stamp. */
  done: number
}

/** The mirror of one person's copy in one practice. */
export type MirrorFile = {
  marks: () => Promise<MirrorMarks>
  /** Up to `most` rows in the order of their keys, those after the key `after`; null: from the first. */
  read: (table: MirrorTable, after: string | null, most: number) => Promise<MirrorRow[]>
  /** Takes a batch, all of it or nothing; resolves when it is on the disk. @throws when it can't, or for a batch of another line */
  take: (batch: MirrorBatch) => Promise<void>
  /** Deletes it with all that belongs to it, and closes it. */
  forget: () => Promise<void>
}

/** A shell's mirror. */
export type Mirror = {
  /** Opens the mirror of a copy, or makes an empty one; a damaged one is put aside and counts as none. */
  open: (of: { personId: string; practiceId: string }) => Promise<MirrorFile>
  /** The notes beside the copies (`mirror-notes.ts`), by name. */
  readNotes: () => Promise<Record<string, string>>
  /** Keeps notes, all or none; null: it is gone. */
  keepNotes: (notes: Readonly<Record<string, string | null>>) => Promise<void>
}
