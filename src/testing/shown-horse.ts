import { makePictures } from '#features/evidence/files/server/make-pictures.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import type { App } from '#platform/server/http/http.ts'
import { storeFile } from '#testing/files.ts'
import { makeGuest } from '#testing/guests.ts'
import { photoWithPlace } from '#testing/pictures.ts'
import type { TestServer } from '#testing/server.ts'

const SHOE = { work: 'new', shoe: 'Fullered', size: '5¼', nails: 'E5', findings: ['Thrush'], note: 'never picks out' }
const SETUP = { NF: SHOE, OF: SHOE, NH: { work: 'trim' }, OH: { work: 'none' } }
/** Nothing of this is a stranger's business: whose the horse is, and what is not shown to owners either. */
export const NO_STRANGERS = [
  ...['Siân', 'Penrose', '700900118', '07700 900118', 'sian@example.com', 'High Street', 'Slow payer', 'Kicks out', 'Headshy', 'kicks'],
  ...['never picks out', '£', '9500', '95.00', 'Vet letter', 'Bute', 'x.jpg', 'Emma', '4471', 'over the wall', 'Paid by'],
]

export type ShownHorse = Awaited<ReturnType<typeof makeShownHorse>>

/** Siân's Biscuit in Gareth's practice, with work of today and of long ago, and photos of both; and Siân, signed in. */
export async function makeShownHorse(server: TestServer, portal: App) {
  const today = dayOf(currentTime(), 'Europe/London')
  const day = (count: number) => addDays(today, count)
  const { gareth } = server
  const add = async (path: string, body: object): Promise<string> => {
    const answer = await gareth.post(path, body)
    if (answer.statusCode >= 300) throw new Error(`${path}: ${answer.body}`)
    return answer.json<{ id: string }>().id
  }
  await gareth.put('/api/settings', { feet: 'near-off' })
  await server.asOwner(`update directory.practices set frc_number = '10421' where id = '${gareth.practiceId}'`)
  const mine = { name: 'Siân Penrose', phone: '07700 900118', email: 'sian@example.com', address: '1 High Street', notes: 'Slow payer' }
  const sian = await add('/api/clients', mine)
  const emma = await add('/api/clients', { name: 'Emma Rees' })
  const yardId = await add('/api/yards', { name: 'Tŷ Gwyn', gateCode: '4471', accessNotes: 'Key over the wall' })
  const kept = { specialNotes: 'Kicks out', temperament: 'Headshy', flags: ['kicks'] }
  const about = { breed: 'Welsh cob', color: 'Bay', birthYear: 2014, cycleDays: 42, yardId }
  const biscuit = await add('/api/horses', { name: 'Biscuit', clientId: sian, ...about, ...kept })
  const merlin = await add('/api/horses', { name: 'Merlin', clientId: sian })
  // Theirs for a year: what is handed over on its first day leaves no trace.
  await server.asOwner(`update horse_owners set from_on = from_on - 400 where client_id = '${sian}';
    update horses set owners = array[json_build_object('clientId', client_id, 'fromOn', ('${today}'::date - 400)::text, 'toOn', null)]
    where client_id = '${sian}'`)
  const work = { horseId: biscuit, serviceType: 'Full set new', workDate: today, setup: SETUP, pricePence: 9500 }
  await add('/api/work-entries', { ...work, findings: 'A little thrush.', recommendations: 'Pick out daily.' })
  await add('/api/work-entries', { serviceType: 'Trim', workDate: day(-200), horseId: biscuit, description: 'Short toes' })
  const photo = async (more: object) =>
    add('/api/file-attachments', {
      ...{ fileId: await storeFile(gareth, await photoWithPlace()), fileType: 'image', fileName: 'x.jpg', horseId: biscuit },
      ...{ shownToOwner: true, takenOn: today, ...more },
    })
  const photos = {
    chosen: await photo({ foot: 'NF', view: 'solar' }),
    left: await photo({ foot: 'OF', view: 'solar' }),
    old: await photo({ foot: 'NF', view: 'solar', takenOn: day(-200) }),
    hidden: await photo({ shownToOwner: false, description: 'Bute' }),
    others: await photo({ horseId: merlin }),
  }
  const letter = { fileId: await storeFile(gareth, Buffer.from('Vet letter, sound')), fileType: 'document', fileName: 'Vet letter.txt' }
  const document = await add('/api/file-attachments', { ...letter, horseId: biscuit, shownToOwner: true })
  for (const { data } of await server.asOwner("select data from pgboss.job where name = 'make-pictures'"))
    await makePictures(server.db, server.app.setup.files).handle(data as Record<string, unknown>)
  const guest = await makeGuest(portal, { practice: gareth, clientId: sian })
  const path = `/my/at/${gareth.practiceId}/horses/${biscuit}/share`
  const form = { toName: 'Tom Pugh', purpose: 'sale', work: 'yes', days: '14', from: '', [`photo-${photos.chosen}`]: 'yes' }
  return {
    ...{ today, day, add, sian, emma, biscuit, merlin, photos, document, guest, path, form },
    /** Makes a link as Siân does; its path. `more`: what differs in the form, `undefined` for what isn't ticked. */
    async share(more: Record<string, string | undefined> = {}): Promise<string> {
      const fields = Object.fromEntries(Object.entries({ ...form, ...more }).filter(([, value]) => value !== undefined)) as Record<
        string,
        string
      >
      const answer = await guest.submit(path, { ...fields, step: 'make' })
      const token = /\/share\/([\w-]{43})/.exec(answer.body)?.[1]
      if (!token) throw new Error(`no link: ${answer.statusCode} ${answer.body.replaceAll(/<[^>]*>/g, ' ').slice(0, 2000)}`)
      return `/share/${token}`
    },
  }
}
