import { z } from 'zod'
import { LONGEST_LABEL, MARK_KINDS, PLACES } from '#features/evidence/radiographs/measure.ts'
import { endpoint } from '#lib/endpoint.ts'

declare module '#lib/synced.ts' {
  interface Synced {
    film_marks: FilmMark
  }
}

const ref = z.string().min(1).max(60)
/** More points than any film is wide or high. */
const MOST_POINTS = 100_000
const ordinate = z.number().min(0).max(MOST_POINTS)

const mark = {
  kind: z.enum(MARK_KINDS),
  /** In points of the film, from the corner of the first: both ends of a length, or an angle's corner between its arms. */
  places: z
    .array(z.object({ x: ordinate, y: ordinate }))
    .min(2)
    .max(3),
  /** Which picture of the film, from 0. */
  frame: z.int().min(0).max(MOST_POINTS),
  /** What was measured. */
  label: z.string().trim().min(1).max(LONGEST_LABEL).nullable(),
}

/** A length or an angle on a film. It stays as it was measured; what it comes to follows from the film's own scale. */
export const FilmMark = z
  .object({
    ...mark,
    id: z.string(),
    attachmentId: ref,
    horseId: ref,
    /** The member who measured; null: a vet did, or it is not known any more. */
    memberId: ref.nullable(),
    /** As they were called then. */
    authorName: z.string(),
    madeAt: z.iso.datetime(),
  })
  .meta({ id: 'FilmMark' })
export type FilmMark = z.output<typeof FilmMark>

const whole = ({ kind, places }: { kind: FilmMark['kind']; places: readonly unknown[] }) => places.length === PLACES[kind]
const WRONG_PLACES = { error: 'A length has two places, and an angle three.', path: ['places'] }

/** What a device keeps of what was measured on it. */
export const NewFilmMark = z
  .object({ ...mark, id: ref.optional(), attachmentId: ref, label: mark.label.optional(), madeAt: z.iso.datetime().optional() })
  .refine(whole, WRONG_PLACES)
  .meta({ id: 'NewFilmMark' })
export type NewFilmMark = z.input<typeof NewFilmMark>

/** A measurement is never changed: it is taken away, and made again. */
export const FilmMarkChange = z.object({}).meta({ id: 'FilmMarkChange' })

/** A measurement as a vet or a para-professional reads it. */
const GuestMark = z
  .object({ ...mark, id: z.string(), authorName: z.string(), madeAt: z.iso.datetime(), isOwn: z.boolean() })
  .meta({ id: 'GuestFilmMark' })
export type GuestMark = z.output<typeof GuestMark>

const film = { slug: z.string().min(1).max(80), id: z.string().max(60) }

/** Measurements as a carer of a horse sees and makes them, on its films. */
export const filmMarkEndpoints = {
  read: endpoint({
    method: 'GET',
    path: '/api/my/films/:slug/:id/marks',
    audience: 'guest',
    act: 'readCare',
    summary: 'What was measured on a film of a horse that they look after',
    params: z.object(film),
    response: z.array(GuestMark),
    perMinute: 120,
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/my/films/:slug/:id/marks',
    audience: 'guest',
    act: 'measure',
    summary: 'Keep a measurement of a film; sent again with its id it is the same one',
    params: z.object(film),
    body: z.object({ ...mark, id: z.uuid() }).refine(whole, WRONG_PLACES),
    response: GuestMark,
    status: 201,
    perMinute: 240,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/my/films/:slug/:id/marks/:markId',
    audience: 'guest',
    act: 'measure',
    summary: 'Take a measurement of their own away',
    params: z.object({ ...film, markId: z.string().max(60) }),
    response: z.undefined(),
    status: 204,
    perMinute: 240,
  }),
}
