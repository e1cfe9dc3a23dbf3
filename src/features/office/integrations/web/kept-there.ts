import type { Integration } from '#features/office/integrations/contract.ts'

/** How what we put at a far side is called, and what is done to take it back. */
type KeptThere = {
  one: string
  many: string
  place: string
  /** On the button that takes it back. */
  takeBack: string
  /** In `Taking 3 posts …`, and in what couldn't be done. */
  away: string
  /** What stays as it is here. */
  stays: string
}

const DIARY: KeptThere = {
  ...{ one: 'entry', many: 'entries', place: 'in that calendar', takeBack: 'Take them out', away: 'out' },
  stays: 'Your diary here stays as it is.',
}
const LIST: KeptThere = {
  ...{ one: 'person', many: 'people', place: 'on that list', takeBack: 'Take them off', away: 'off' },
  stays: 'Your clients here stay as they are.',
}
const POSTS: KeptThere = {
  ...{ one: 'post', many: 'posts', place: 'there', takeBack: 'Take them down', away: 'down' },
  stays: 'Your photos here stay as they are.',
}

/** The words for what a connection has put at its far side. */
export const keptThere = ({ category }: Pick<Integration, 'category'>): KeptThere =>
  category === 'marketing' ? LIST : category === 'social' ? POSTS : DIARY
