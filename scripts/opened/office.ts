import { type Opened, press } from './steps.ts'

/** Reports, rights, terms, tasks and settings. */
export const OFFICE: Opened = {
  'reports-rows': (page) => press(page, '/reports', 'See the rows'),
  'reports-figures': async (page) => {
    await page.goto('/reports?type=revenue-summary')
    await page.getByRole('button', { name: 'Show the figures' }).first().click()
    await page.getByRole('table').first().waitFor()
  },
  gdpr: (page) => page.goto('/clients?tab=gdpr'),
  'gdpr-request': async (page) => {
    await page.goto('/clients?tab=gdpr')
    await page
      .getByRole('button', { name: /Access\. Received/ })
      .first()
      .click()
    await page.getByRole('region', { name: 'History' }).waitFor()
  },
  'gdpr-record': (page) => press(page, '/clients?tab=gdpr', 'Record request'),
  'gdpr-send': (page) => press(page, '/clients?tab=gdpr', 'Send by SMS'),
  terms: (page) => page.goto('/clients?tab=terms'),
  'terms-send': (page) => press(page, '/clients?tab=terms', 'Send terms'),
  'terms-edit': (page) => press(page, '/clients?tab=terms', 'Edit'),
  'your-data-gone': (page) => page.goto('/your-data/of-nobody'),
  'task-new': (page) => press(page, '/tasks', 'Add a task'),
  'template-edit': (page) => press(page, '/settings/templates', /^Heart bars/),
  'api-key-new': (page) => press(page, '/settings/api', 'Make a key'),
  'api-key-made': async (page) => {
    await press(page, '/settings/api', 'Make a key')
    await page.getByLabel('Name').fill('Website form')
    await page.getByLabel('Clients').selectOption('write')
    await page.getByRole('button', { name: 'Make the key' }).click()
    await page.getByRole('dialog', { name: 'The key for Website form' }).waitFor()
  },
  'api-key-revoke': (page) => press(page, '/settings/api', /^Revoke Website form/),
  'api-keys-offline': async (page) => {
    await page.route('**/api/api-keys', (route) => route.abort())
    await page.goto('/settings/api')
    await page.getByRole('button', { name: 'Try again' }).waitFor()
  },
  'webhook-new': (page) => press(page, '/settings/api', 'Add a webhook'),
  'webhook-made': async (page) => {
    await press(page, '/settings/api', 'Add a webhook')
    await page.getByLabel('Address').fill('https://www.example.com/pritchel')
    await page.getByRole('button', { name: 'Add it' }).click()
    await page.getByRole('dialog', { name: 'The secret of the webhook' }).waitFor()
  },
  webhook: (page) => press(page, '/settings/api', 'Open www.example.com/pritchel'),
  'webhook-change': async (page) => {
    await press(page, '/settings/api', 'Open www.example.com/pritchel')
    await page.getByRole('button', { name: 'Change', exact: true }).click()
  },
  'webhook-secret': async (page) => {
    await press(page, '/settings/api', 'Open www.example.com/pritchel')
    await page.getByRole('button', { name: 'New secret', exact: true }).click()
  },
  'webhooks-offline': async (page) => {
    await page.route('**/api/webhooks', (route) => route.abort())
    await page.goto('/settings/api')
    await page.getByRole('button', { name: 'Try again' }).waitFor()
  },
  'api-reference': (page) => page.goto('/api-reference#clients'),
  'kind-edit': (page) => press(page, '/settings/prices', /^Shoe back on/),
}
