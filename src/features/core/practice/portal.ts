/** Whom a practice lets in: only people it invites (the default); also addresses that it knows; or no one. */
export type PortalWay = 'invited' | 'known' | 'off'

/** What owners are shown of their horses' record. */
export type PortalShows = { work: boolean; findings: boolean; photos: boolean; files: boolean; who: boolean }

/** A practice's choices about its portal, every one set. */
export type Portal = {
  way: PortalWay
  shows: PortalShows
  may: { cancel: boolean; upload: boolean; share: boolean; care: boolean }
  /** Until how many hours before a visit an owner may cancel it. */
  noticeHours: number
}

type Some<T> = { [K in keyof T]?: T[K] | undefined }

/** A practice's choices as it keeps them: what it never chose is missing. */
export type PortalChoices = Some<{ way: PortalWay; shows: Some<PortalShows>; may: Some<Portal['may']>; noticeHours: number }>

/** The longest notice that may be wanted: two weeks. */
export const MOST_NOTICE_HOURS = 336

const AS_IT_COMES: Portal = {
  way: 'invited',
  shows: { work: true, findings: true, photos: true, files: true, who: true },
  may: { cancel: true, upload: true, share: true, care: true },
  noticeHours: 24,
}

/** The choices of a practice, else what it comes with. A record from an older build has none. */
export const portalOf = ({ way, shows, may, noticeHours }: PortalChoices = {}): Portal => ({
  way: way ?? AS_IT_COMES.way,
  shows: { ...AS_IT_COMES.shows, ...chosen(shows) },
  may: { ...AS_IT_COMES.may, ...chosen(may) },
  noticeHours: noticeHours ?? AS_IT_COMES.noticeHours,
})

/** What one client is shown: as the practice shows it, but for what differs for them. */
export const shownTo = (choices: PortalChoices | undefined, differs: Some<PortalShows> | null | undefined): PortalShows => ({
  ...portalOf(choices).shows,
  ...chosen(differs ?? undefined),
})

/** The choices with some changed; the rest stay as they were. */
export const withChoices = (before: PortalChoices, change: PortalChoices): PortalChoices => ({
  ...before,
  ...chosen(change),
  ...(change.shows && { shows: { ...before.shows, ...chosen(change.shows) } }),
  ...(change.may && { may: { ...before.may, ...chosen(change.may) } }),
})

const chosen = <T extends object>(some: T | undefined) =>
  Object.fromEntries(Object.entries(some ?? {}).filter(([, value]) => value !== undefined)) as { [K in keyof T]: Exclude<T[K], undefined> }
