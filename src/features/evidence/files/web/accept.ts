import { planRefusal } from '#features/evidence/files/plan.ts'
import { type FileType, MOST_BYTES, type Uploader, wrongTypeWords } from '#features/evidence/files/rules.ts'
import { type Sniffed, sniff } from '#features/evidence/files/sniff.ts'
import { knownPlan } from '#features/evidence/files/web/known-plan.ts'
import { explain } from '#lib/errors.ts'

/** Why a file is not taken, in words; `isOfPlan` where a larger plan would take it. */
export type Refusal = { words: string; isOfPlan: boolean }

/** How many first bytes of a file identify its kind. */
const HEAD_BYTES = 65_536

/** The kind of a chosen file by its content, regardless of its name. */
export const lookInto = async (file: Blob): Promise<Sniffed | undefined> =>
  sniff(new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer()))

/** Why a chosen file can't be filed as this type by who made it, before anything is kept or sent; undefined when it can. */
export async function refusalOf(file: Blob, type: FileType, by: Uploader): Promise<Refusal | undefined> {
  if (file.size > MOST_BYTES)
    return { words: 'That file is larger than 100 MB. Choose a shorter video or a smaller file.', isOfPlan: false }
  if (file.size === 0) return { words: 'That file is empty. Choose another.', isOfPlan: false }
  const found = await lookInto(file)
  const wrong = wrongTypeWords(found, type, by)
  if (wrong) return { words: wrong, isOfPlan: false }
  const plan = await knownPlan()
  const refused = plan && planRefusal(plan.tier, { kind: found?.kind, fileType: type, bytes: file.size }, plan.videoBytes)
  return refused && { words: explain(refused).message, isOfPlan: true }
}
