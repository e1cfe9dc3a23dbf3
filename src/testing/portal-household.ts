import { makePictures } from '#features/evidence/files/server/make-pictures.ts'
import type { GuestRole } from '#features/records/guests/rules.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { uuidv7 } from '#lib/ids.ts'
import { storeFile } from '#testing/files.ts'
import { makeGuest } from '#testing/guests.ts'
import { photoWithPlace } from '#testing/pictures.ts'
import type { TestServer } from '#testing/server.ts'

type As = { role?: GuestRole; seesMoney?: boolean }
export type Household = Awaited<ReturnType<typeof makeHousehold>>

/** A client with one of each thing that a page of the portal may be about, and somebody who is signed in for them. The server needs its build. */
export async function makeHousehold(
  server: TestServer,
  name: string,
  { practice = server.gareth, ...as }: As & { practice?: TestServer['gareth'] } = {},
) {
  const add = async (path: string, body: object): Promise<string> => {
    const answer = await practice.post(path, body)
    if (answer.statusCode > 201) throw new Error(`${path}: ${answer.body}`)
    return answer.json<{ id: string }>().id
  }
  const today = dayOf(currentTime(), 'Europe/London')
  const client = await add('/api/clients', { name, phone: '07700 900118', email: `${uuidv7()}@example.com`, address: '1 High Street' })
  const horse = await add('/api/horses', { name: `${name}’s horse`, clientId: client, cycleDays: 42 })
  const visitOn = (day: string) =>
    add('/api/appointments', {
      startTime: `${day}T09:00:00Z`,
      endTime: `${day}T10:00:00Z`,
      title: 'Trim',
      clientId: client,
      horses: [{ horseId: horse }],
    })
  const [visit, wish, past] = [await visitOn(addDays(today, 5)), await visitOn(addDays(today, 6)), await visitOn(addDays(today, -1))]
  const [line] = (await practice.get(`/api/appointments/${past}`)).json<{ horses: { id: string }[] }>().horses
  await add('/api/work-entries', {
    serviceType: 'Trim',
    workDate: addDays(today, -1),
    horseId: horse,
    visitHorseId: line?.id,
    findings: 'Sound',
  })
  await practice.put(`/api/visit-horses/${line?.id}`, { outcome: 'done' })
  const fileId = await storeFile(practice, await photoWithPlace())
  const photo = { fileId, fileType: 'image', fileName: 'x.jpg', horseId: horse, appointmentId: past, shownToOwner: true }
  const shown = await add('/api/file-attachments', photo)
  await add('/api/charges', { clientId: client, description: 'Full set', unitPence: 9500 })
  const invoice = await add('/api/invoices', { payerClientId: client })
  await practice.post('/api/terms-versions', { sections: [{ title: 'General', text: 'Payment is due at the time of service.' }] })
  const owner = await makeGuest(server.app, { practice, clientId: client })
  const base = `/my/at/${practice.practiceId}`
  const version = /name="version" value="(\d+)"/.exec((await owner.get(`${base}/terms`)).body)?.[1] ?? ''
  const signed = await owner.submit(`${base}/terms`, { version, name, read: 'yes' })
  if (signed.statusCode !== 303) throw new Error(`terms: ${signed.body}`)
  const thread = await writeTo(server, owner, `${base}/messages/new`, {
    content: 'See the crack',
    photo: new File([new Uint8Array(await photoWithPlace())], 'hoof.jpg', { type: 'image/jpeg' }),
  })
  const threadId = thread.split(/[/#]/).at(-2) ?? ''
  const messageId = await add('/api/messages', { threadId, content: 'Read this' })
  const letter = { fileId: await storeFile(practice, Buffer.from('Vet letter, sound')), fileType: 'document', fileName: 'Vet letter.txt' }
  const file = await add('/api/file-attachments', { ...letter, messageId })
  const [sent] = await practice.inPractice((tx) =>
    tx.selectFrom('attachments').select('id').where('client_id', '=', client).where('message_id', 'is not', null).execute(),
  )
  for (const { data } of await server.asOwner("select data from pgboss.job where name = 'make-pictures'"))
    await makePictures(server.db, server.app.setup.files).handle(data as Record<string, unknown>)
  const guest = await makeGuest(server.app, { practice, clientId: client, ...as })
  return {
    ...guest,
    name,
    client,
    slug: practice.practiceId,
    terms: version,
    subjects: {
      horses: horse,
      visits: visit,
      wish,
      past,
      files: shown,
      photos: shown,
      invoices: invoice,
      messages: threadId,
      picture: sent?.id ?? '',
      file,
    },
  }
}

/** Sends a form that may carry a file, and returns where it leads. */
export async function writeTo(
  server: TestServer,
  { cookies }: { cookies: Record<string, string> },
  url: string,
  fields: Record<string, string | Blob>,
): Promise<string> {
  const answer = await sendForm(server, { cookies }, url, fields)
  if (answer.statusCode !== 303) throw new Error(`${url}: ${answer.body}`)
  return String(answer.headers.location)
}

export async function sendForm(
  server: TestServer,
  { cookies }: { cookies: Record<string, string> },
  url: string,
  fields: Record<string, string | Blob>,
) {
  const form = new FormData()
  for (const [field, value] of Object.entries({ formId: uuidv7(), ...fields })) form.set(field, value)
  const request = new Request('http://localhost', { method: 'POST', body: form })
  const headers = { 'content-type': request.headers.get('content-type') ?? '' }
  return server.app.inject({ method: 'POST', url, cookies, headers, payload: Buffer.from(await request.arrayBuffer()) })
}
