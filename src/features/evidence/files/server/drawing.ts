import type { makePictures } from '#features/evidence/files/server/picture-maker.ts'
import type { PictureFault } from '#features/evidence/files/server/queries.ts'
import { apart, type Limits, PastLimits } from '#platform/server/jobs/apart.ts'

/** Enough for 48 megapixels of an iPhone, which are decoded in one piece. */
export const LIMITS: Limits = { bytes: 1_200_000_000, ms: 60_000 }
const MAKER = new URL('./picture-maker.ts', import.meta.url)

/**
 * Draws the pictures of a file into a folder, in a process of its own. Undefined: they are there.
 * @throws when the process was ended from outside, as when the server stops
 */
export async function drawPictures(path: string, folder: string, mime: string, limits = LIMITS): Promise<PictureFault | undefined> {
  // Jobs already request one at a time.
  const make = apart<typeof makePictures>(MAKER, 'makePictures', limits, { inTurn: (work) => work(), isBehind: true })
  try {
    const verdict = await make({ path, folder, mime })
    return verdict === 'made' ? undefined : verdict
  } catch (error) {
    if (!(error instanceof PastLimits)) throw error
    return error.limit === 'ms' ? 'too_slow' : 'too_heavy'
  }
}
