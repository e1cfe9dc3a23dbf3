import type { PhotoConsent, PhotoUse } from '#features/records/photo-consents/contract.ts'

/** Where an owner answers about photos; the token follows. */
export const PHOTOS_PATH = '/photos/'
/** How long such a link works: withdrawing must stay as easy as agreeing was. */
export const PHOTOS_LINK_DAYS = 730

export const PHOTO_USES: readonly PhotoUse[] = ['card', 'social']
/** The uses, briefly. */
export const USE_NAMES: Record<PhotoUse, string> = { card: 'Shown to other clients', social: 'Social media' }

/** The ways an owner gave it, briefly. */
export const HOW_NAMES = { link: 'by their link', portal: 'in their portal', said: 'said so', written: 'in writing' } as const

type Of = { practiceName: string; horseName: string | null; uses: readonly PhotoUse[] }
type Wording = { opening: (of: Of) => string; uses: Record<PhotoUse, string>; closing: string }

/** What owners agree to, by version. A version that was ever used stays as it is: change the words by adding one. */
const WORDINGS: readonly Wording[] = [
  {
    opening: ({ practiceName, horseName }) => `${practiceName} may use photos of the feet of ${horseName ?? 'my horses'}:`,
    uses: {
      card: 'In pictures shown to other clients, such as a before and after',
      social: 'In posts on social media, where anyone can see and copy them',
    },
    closing:
      'My name, the yard, the town and the date are left out. I can withdraw this at any time: the photos are then used no more, and posts are taken down. Copies that others have made can’t be called back.',
  },
]

/** The wording that owners are asked by now. */
export const WORDING_VERSION = WORDINGS.length

/** The words of a version. */
export function wordingOf(version: number, of: Of): { opening: string; uses: { use: PhotoUse; words: string }[]; closing: string } {
  const wording = WORDINGS[version - 1] ?? (WORDINGS.at(-1) as Wording)
  const uses = PHOTO_USES.filter((use) => of.uses.includes(use)).map((use) => ({ use, words: wording.uses[use] }))
  return { opening: wording.opening(of), uses, closing: wording.closing }
}

/** The status of a consent. */
export type PhotoConsentState = 'asked' | 'given' | 'refused' | 'withdrawn'

type Stamps = Pick<PhotoConsent, 'givenAt' | 'refusedAt' | 'withdrawnAt'>

/** What has become of a consent. */
export const photoConsentState = ({ givenAt, refusedAt, withdrawnAt }: Stamps): PhotoConsentState =>
  withdrawnAt ? 'withdrawn' : refusedAt ? 'refused' : givenAt ? 'given' : 'asked'

type Horse = { id: string; clientId: string | null }

/** Whether photos of a horse may be used this way: by a live consent of its owner as it is now, for that use and this horse or all of theirs. */
export const mayUsePhotos = (consents: readonly PhotoConsent[], horse: Horse, use: PhotoUse): boolean =>
  consents.some(
    (one) =>
      photoConsentState(one) === 'given' &&
      one.clientId === horse.clientId &&
      (one.horseId === null || one.horseId === horse.id) &&
      one.uses.includes(use),
  )
