import { cast } from '#db/cast.ts'
import { currentTime } from '#lib/clock.ts'
import { addDays, dayOf } from '#lib/dates.ts'
import {
  asManager,
  asOwner,
  asSharer,
  BISCUIT,
  button,
  chooseShare,
  farrier,
  horsePath,
  invitation,
  MULBERRY,
  makeShare,
  NOGGIN,
  OWNER,
  otherYards,
  SARAH,
  signedOut,
  signInAs,
  yardPath,
} from './portal-people.ts'
import { type Opened, press } from './steps.ts'

/** The owners' portal, and what others who may look see in it; with what the farrier sees of them. */
export const PORTAL: Opened = {
  'portal-horse': (page) => asOwner(page, horsePath(NOGGIN)),
  'portal-sharing': (page) => asOwner(page, '/my/sharing'),
  'portal-sharing-forms': async (page) => {
    await asOwner(page, '/my/sharing')
    for (const summary of await page.getByRole('main').locator('summary').all()) await summary.click()
  },
  'portal-photos-asked': async (page) => {
    await farrier(page, '/api/photo-consents/ask', { clientId: OWNER, horseId: NOGGIN, uses: ['card', 'social'], method: 'sms' })
    await asOwner(page, '/my')
  },
  'portal-photos': async (page) => {
    await farrier(page, '/api/photo-consents/ask', { clientId: OWNER, horseId: NOGGIN, uses: ['card', 'social'], method: 'sms' })
    await farrier(page, '/api/photo-consents', { clientId: OWNER, horseId: MULBERRY, uses: ['social'], how: 'said', wordingVersion: 1 })
    await asOwner(page, '/my/sharing#photos')
  },
  'portal-share-form': (page) => asOwner(page, `${horsePath(NOGGIN)}/share`),
  'portal-share-form-much': (page) => asOwner(page, `${horsePath(BISCUIT)}/share`, SARAH),
  'portal-share-preview': (page) => chooseShare(page),
  'portal-share-made': (page) => makeShare(page),
  'portal-share-refused': async (page) => {
    await asOwner(page, `${horsePath(NOGGIN)}/share`)
    await button(page, 'See what they’ll see').click()
  },
  'portal-sold': (page) => asOwner(page, `${horsePath(NOGGIN)}/sold`),
  'portal-sold-refused': async (page) => {
    await asOwner(page, `${horsePath(NOGGIN)}/sold`)
    await page.getByLabel('On which day?').fill(addDays(dayOf(currentTime(), 'Europe/London'), -1))
    await button(page, /^Tell /).click()
    await page.getByRole('alert').waitFor()
  },
  'portal-sold-told': async (page) => {
    await asOwner(page, `${horsePath(MULBERRY)}/sold`)
    if (await button(page, 'Take it back').isVisible()) return
    await page.getByLabel('Sold', { exact: true }).check()
    await page.getByLabel('On which day?').fill(addDays(dayOf(currentTime(), 'Europe/London'), -1))
    await page.getByLabel('Name').fill('Mrs Tamsin Orme')
    await page.getByLabel('Nothing of my time').check()
    await button(page, /^Tell /).click()
    await button(page, 'Take it back').waitFor()
  },
  share: async (page) => page.goto(await makeShare(page)),
  'share-much': async (page) => page.goto(await makeShare(page, SARAH, BISCUIT)),
  'share-ended': (page) => page.goto('/share/nothing'),

  join: async (page) => {
    await signedOut(page)
    await page.goto(await invitation(page, 'join@screens.example'))
  },
  'join-code': async (page) => {
    await signedOut(page)
    await page.goto(await invitation(page, 'join@screens.example'))
    await page.getByLabel('E-mail or mobile number').fill('join@screens.example')
    await button(page, 'Send me a code').click()
    await page.getByLabel('Code').waitFor()
  },
  'join-proven': async (page) => {
    const path = await invitation(page, 'proven@screens.example')
    await signInAs(page, 'proven@screens.example', path)
    await page.goto(path)
  },
  'join-ended': (page) => page.goto('/join/nothing'),
  'portal-invited': async (page) => {
    await invitation(page, 'proven@screens.example')
    await signInAs(page, 'proven@screens.example')
    await page.goto('/my')
  },

  'sharer-home': (page) => asSharer(page, '/my'),
  'sharer-horse': (page) => asSharer(page, horsePath(MULBERRY)),
  'sharer-sharing': (page) => asSharer(page, '/my/sharing'),
  'sharer-visits': (page) => asSharer(page, '/my/visits'),

  'manager-visits': (page) => asManager(page, '/my/visits'),
  'manager-messages': (page) => asManager(page, '/my/messages'),
  'manager-money': (page) => asManager(page, '/my/money'),
  'manager-home': (page) => asManager(page, '/my'),
  'yard-board': (page) => asManager(page, yardPath(cast.yards.courtHouse.id)),
  'yard-board-empty': async (page) => asManager(page, yardPath((await otherYards(page)).empty)),
  'yard-board-much': async (page) => asManager(page, yardPath((await otherYards(page)).much)),
  'yard-board-paper': async (page) => {
    await asManager(page, yardPath((await otherYards(page)).much))
    await page.emulateMedia({ media: 'print' })
  },

  'client-portal': async (page) => {
    await page.goto(`/clients?client=${OWNER}`)
    await page.getByRole('tab', { name: 'Portal' }).click()
    await page.getByRole('region', { name: 'Others who see' }).waitFor()
  },
  'client-portal-others': async (page) => {
    await page.goto(`/clients?client=${OWNER}`)
    await page.getByRole('tab', { name: 'Portal' }).click()
    await button(page, 'Let in a helper or sharer').click()
    await page.getByRole('dialog', { name: 'Let in a helper or sharer' }).waitFor()
  },
  'horse-shares': async (page) => {
    await page.goto(`/horses?horse=${NOGGIN}&tab=details`)
    await page.getByRole('region', { name: 'Shown by a link' }).scrollIntoViewIfNeeded()
  },
  'yard-manager': async (page) => {
    await page.goto(`/yards?yard=${cast.yards.courtHouse.id}`)
    await page.getByRole('region', { name: 'Yard manager' }).getByRole('listitem').first().scrollIntoViewIfNeeded()
  },
  'yard-manager-invite': async (page) => {
    await page.goto(`/yards?yard=${cast.yards.courtHouse.id}`)
    await button(page, 'Invite the yard’s manager').click()
    await page.getByRole('dialog', { name: 'Invite the yard’s manager' }).waitFor()
  },
  'sale-hand-over': (page) => press(page, '/tasks', 'Hand over'),
}
