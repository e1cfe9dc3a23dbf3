import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import { DESKTOP } from '#testing/e2e.ts'
import { openPractice } from '#testing/e2e-practice.ts'
import type { PortalHouse } from './portal-house.ts'

/** A farrier at a horse, and its vet, who came in by their invitation, each in a browser of their own on a desk. */
export async function openCare(house: PortalHouse, name: string, horse: string) {
  const practice = await openPractice(house, name, house.tokenTo)
  const farrier = await practice.device()
  const add = async (path: string, body: object) => (await farrier.api.post<{ id: string }>(path, body)).id
  const clientId = await add('/api/clients', { name: 'Ffion Rees', phone: '+447700900431' })
  const horseId = await add('/api/horses', { name: horse, clientId })
  const today = dayOf(currentTime(), 'Europe/London')
  // As the operator arranges it.
  await practice.ask(
    `with seat as (insert into directory.seats (id, practice_id, horse_id, service, from_on)
       values (gen_random_uuid(), $1, $2, 'vet-integration', $3) returning *)
     insert into horse_services (practice_id, id, horse_id, service, from_on) select practice_id, id, horse_id, service, from_on from seat`,
    ...[horseId, today],
  )
  const to = `vet.${horseId}@example.com`
  const asked = { role: 'vet', name: 'Mia Bevan', to, untilOn: addDays(today, 90), how: 'said' }
  await farrier.api.post(`/api/horses/${horseId}/grants`, asked)
  const vet = await house.visit(DESKTOP)
  await vet.page.goto(/http\S+/.exec(await house.messageTo(to, /would like you to see a horse's record/))?.[0] ?? '')
  const before = house.sentSoFar()
  await vet.page.getByRole('textbox', { name: 'E-mail or mobile number' }).fill(to)
  await vet.page.getByRole('button', { name: 'Send me a code' }).click()
  await vet.page.getByLabel('Code').fill(await house.codeTo(to, before))
  await vet.page.getByRole('button', { name: 'Sign in' }).click()
  await vet.page.getByRole('button', { name: 'Yes, let me in' }).click()
  await vet.page.waitForURL(/\/my(\/care)?$/)
  const [row] = await practice.ask<{ slug: string }>('select slug from directory.practices where id = $1')
  return { practice, farrier, vet, horseId, path: `/my/care/${row?.slug}/${horseId}` }
}

export type Care = Awaited<ReturnType<typeof openCare>>
