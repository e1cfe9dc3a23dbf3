// Followed by: posts whose owner's consent no longer holds, and how they stand at each network (office/integrations).
import { requireMay } from '#features/core/practice/server/require-may.ts'
import { NewPost, type Post, PostChange } from '#features/office/posts/contract.ts'
import { postFaults } from '#features/office/posts/rules.ts'
import { inDoubt } from '#features/office/posts/server/in-doubt.ts'
import { listNetworks } from '#features/office/posts/server/list-networks.ts'
import { mayPostOf } from '#features/office/posts/server/may-post-of.ts'
import { listPicturesOf, listPosts } from '#features/office/posts/server/queries.ts'
import { requireHorse } from '#features/records/horses/server/require-horse.ts'
import { idOf } from '#lib/canonical.ts'
import { currentMs, currentTime } from '#lib/clock.ts'
import { AppError } from '#lib/errors.ts'
import { type Actor, memberOf } from '#platform/server/actor.ts'
import type { PracticeTx } from '#platform/server/database/db.ts'
import { deleteRow, holdWriters, insertRow, type MergePolicy, type Row, rowForChange, updateRow } from '#platform/server/database/rows.ts'
import { same } from '#platform/server/sync/merge.ts'
import type { SyncedEntity } from '#platform/server/sync/sync.ts'

export type PostRow = Row<'posts'>

/** The posts, newest first, a page at a time. */
export const postsPage = async (
  tx: PracticeTx,
  page: { horseId?: string | undefined; limit: number; after?: string | undefined },
): Promise<Post[]> => (await listPosts(tx, page)).map(toPost)

/**
 * Writes a post, or posts it at once; `id` may have been made on a device.
 * @throws forbidden, horse_not_found, attachment_not_found, id_taken, and when it is posted what keeps it from going (`postFaults`), post_no_consent
 */
export async function createPost(tx: PracticeTx, actor: Actor, id: string, input: NewPost): Promise<PostRow> {
  requireMay(actor, 'changeRecords')
  await holdWriters(tx)
  const horse = await requireHorse(tx, idOf(input.horseId, 'horse_not_found'))
  const draft = { ...EMPTY, ...given(await columnsOf(tx, actor, horse.id, input)) }
  return insertRow(tx, actor, 'posts', id, {
    ...{ client_id: horse.client_id, horse_id: horse.id, member_id: memberOf(actor) },
    ...draft,
    ...(input.state === 'posting' && (await pressed(tx, actor, { ...draft, horse_id: horse.id }))),
  })
}

/**
 * Changes a draft, posts it, or takes down what is posted. Pressed or taken down again, it stays as it is.
 * @throws forbidden, post_not_found, post_is_out, post_is_down, attachment_not_found, conflict, and when it is posted what keeps it from going
 */
export async function changePost(tx: PracticeTx, actor: Actor, id: string, input: PostChange, baseRev?: number): Promise<PostRow> {
  requireMay(actor, 'changeRecords')
  const before = await rowForChange(tx, 'posts', id, 'post_not_found')
  const columns = await columnsOf(tx, actor, before.horse_id, input)
  if (before.state !== 'draft') refuseChanged(before, columns, input)
  if (input.state === 'down') {
    const down = before.state === 'down' ? {} : takenDown()
    return updateRow(tx, actor, before, 'posts', down, { baseRev, policy: POLICY, verb: 'taken_down' })
  }
  if (input.state !== 'posting' || before.state === 'posting')
    return updateRow(tx, actor, before, 'posts', columns, { baseRev, policy: POLICY })
  const out = { ...columns, ...(await pressed(tx, actor, { ...before, ...given(columns) })) }
  return updateRow(tx, actor, before, 'posts', out, { baseRev, policy: POLICY, verb: 'pressed' })
}

/** Removes a post; what is up is taken down everywhere, and stays down if the removal is undone. @throws forbidden, post_not_found, conflict */
export async function removePost(tx: PracticeTx, actor: Actor, id: string, baseRev?: number): Promise<PostRow> {
  requireMay(actor, 'changeRecords')
  const before = await rowForChange(tx, 'posts', id, 'post_not_found')
  if (before.deleted_at) return before
  const removed = await deleteRow(tx, actor, before, 'posts', { baseRev })
  if (before.state !== 'posting') return removed
  return updateRow(tx, actor, { ...removed, deleted_at: null }, 'posts', takenDown(), { policy: POLICY, isPart: true })
}

/** What was pressed or is down keeps its words, and doesn't go back. @throws post_is_out, post_is_down */
function refuseChanged(before: PostRow, columns: Columns, { state }: PostChange): void {
  const isOther = Object.entries(given(columns)).some(([column, value]) => !same(before[column as keyof PostRow], value))
  if (before.state === 'down' && (isOther || (state !== undefined && state !== 'down'))) throw new AppError('post_is_down')
  if (before.state === 'posting' && (isOther || state === 'draft')) throw new AppError('post_is_out')
}

const takenDown = () => ({ state: 'down' as const, down_at: currentTime(), down_by: 'member' as const })

type Draft = Pick<PostRow, 'horse_id' | 'text' | 'alt_text' | 'picture_id' | 'networks' | 'nobody_at'>

/** The columns of a press. @throws post_no_consent, and the code of the first fault, with its sentence */
async function pressed(tx: PracticeTx, actor: Actor, draft: Draft) {
  if (!(await mayPostOf(tx, [draft.horse_id])).has(draft.horse_id)) throw new AppError('post_no_consent')
  const networks = (await listNetworks(tx)).map((one) => ({ ...one, isRehearsed: false }))
  const { text, alt_text: altText, picture_id: pictureId, nobody_at } = draft
  const [fault] = postFaults({ text, altText, pictureId, networks: draft.networks, nobodyAt: iso(nobody_at) }, networks)
  if (fault) throw new AppError(fault.code, { fields: [fault.field] }, fault.sentence)
  const at = currentTime()
  return {
    ...{ state: 'posting' as const, pressed_at: at, pressed_by: memberOf(actor) },
    // It was pressed before this server lost time, so it may be there.
    ...(actor.isAgain && { targets: Object.fromEntries(draft.networks.map((id) => [id, inDoubt(at)])) }),
  }
}

type Columns = Awaited<ReturnType<typeof columnsOf>>

/** What a member wrote; its pictures are the horse's. @throws attachment_not_found */
async function columnsOf(tx: PracticeTx, actor: Actor, horseId: string, input: Omit<NewPost, 'horseId' | 'id' | 'state'>) {
  const file = (id: string | null | undefined) => id && idOf(id, 'attachment_not_found')
  const [before_id, after_id, picture_id] = [file(input.beforeId), file(input.afterId), file(input.pictureId)]
  const named = [...new Set([before_id, after_id, picture_id].filter((id) => typeof id === 'string' && id !== ''))] as string[]
  if (named.length > 0 && (await listPicturesOf(tx, horseId, named)).length < named.length) throw new AppError('attachment_not_found')
  const { text, altText: alt_text, networks } = input
  return { before_id, after_id, picture_id, text, alt_text, networks: networks && [...new Set(networks)], ...nobody(actor, input) }
}

/** Who confirmed that nobody can be recognised, and when; another picture needs it anew. */
function nobody(actor: Actor, { nobodyAt, pictureId }: PostChange): { nobody_at?: Date | null; nobody_by?: string | null } {
  if (nobodyAt) {
    return { nobody_at: new Date(Math.min(Date.parse(nobodyAt), currentMs())), nobody_by: memberOf(actor) }
  }
  return nobodyAt === null || pictureId !== undefined ? { nobody_at: null, nobody_by: null } : {}
}

const given = <C extends object>(columns: C) =>
  Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined)) as { [K in keyof C]: Exclude<C[K], undefined> }

/** A row as it goes over the wire. */
export const toPost = (row: PostRow): Post => ({
  ...{ id: row.id, clientId: row.client_id, horseId: row.horse_id },
  ...{ beforeId: row.before_id, afterId: row.after_id, pictureId: row.picture_id },
  ...{ text: row.text, altText: row.alt_text, networks: row.networks },
  ...{ nobodyAt: iso(row.nobody_at), nobodyBy: row.nobody_by, state: row.state },
  ...{ pressedAt: iso(row.pressed_at), pressedBy: row.pressed_by, downAt: iso(row.down_at), downBy: row.down_by },
  ...{ targets: row.targets, memberId: row.member_id },
})

// After an undo they are the journal's text.
const iso = (at: Date | null) => at && new Date(at).toISOString()

/** Devices write drafts, post, take down and remove; how it goes there is the server's to write. */
export const postSync: SyncedEntity<'posts'> = {
  toWire: toPost,
  write: { newShape: NewPost, changeShape: PostChange, create: createPost, update: changePost, remove: removePost },
}

/** Down stays down, whoever pressed meanwhile; neither waits for a decision. */
const POLICY: MergePolicy = {
  groups: { nobody: ['nobody_at', 'nobody_by'], standing: ['state', 'pressed_at', 'pressed_by', 'down_at', 'down_by'] },
  free: ['standing'],
  monotonic: { state: ['draft', 'posting', 'down'] },
}

const EMPTY = {
  ...{ before_id: null, after_id: null, picture_id: null, text: '', alt_text: '', networks: [] as string[] },
  ...{ nobody_at: null, nobody_by: null },
} satisfies Partial<PostRow>
