import '#features/office/posts/server/tables.ts'
import { postSync } from '#features/office/posts/server/service.ts'
import type { Entities } from '#platform/server/entity.ts'
import { UNDO_ALL } from '#platform/server/undo.ts'

export const postEntities = {
  posts: {
    sync: postSync,
    journal: { kind: 'horses', title: ({ verb, nameIn }) => `${VERBS[verb] ?? VERBS.changed} ${nameIn('horse_id') ?? 'a horse'}` },
    // What was posted is taken down by hand, and what was taken down is not posted by an undo.
    undo: UNDO_ALL,
    holding: {
      words: ['post on social media', 'posts on social media'],
      with: ['client_id', 'horse_id'],
      names: ['before_id', 'after_id', 'picture_id'],
    },
    namesClient: ['client_id'],
  },
} satisfies Entities

const VERBS: Readonly<Record<string, string>> = {
  added: 'Wrote a post about',
  changed: 'Changed a post about',
  pressed: 'Posted about',
  taken_down: 'Took down a post about',
  removed: 'Removed a post about',
  restored: 'Put back a post about',
}
