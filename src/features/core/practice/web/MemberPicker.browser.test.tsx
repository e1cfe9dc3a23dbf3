import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { MemberPicker } from '#features/core/practice/web/MemberPicker.tsx'
import { uuidv7 } from '#lib/ids.ts'
import { currentStore } from '#platform/web/sync/current.ts'
import { fakePractice } from '#testing/browser/fake-practice.ts'

const [gareth, nia, al] = [uuidv7(), uuidv7(), uuidv7()]
let practice: ReturnType<typeof fakePractice>
beforeEach(() => {
  practice = fakePractice()
})
afterEach(() => practice.leave())

const member = (id: string, name: string, change: object = {}) =>
  practice.server.write('members', id, { name, personId: uuidv7(), role: 'farrier', initials: 'XX', isActive: true, ...change })

function Picker({ first }: { first: string }) {
  const [value, setValue] = useState(first)
  return (
    <>
      <MemberPicker label="Whose visit" value={value} onChange={setValue} everyone="Everyone's" />
      <p>{`chosen ${value}`}</p>
    </>
  )
}
async function open(first = gareth) {
  await practice.signIn()
  await expect.poll(async () => (await currentStore()?.rec.count()) ?? 0).toBe(practice.server.rows.size)
  return render(<Picker first={first} />)
}

test('with one person who shoes, the form does not ask whose visit it is', async () => {
  member(gareth, 'Gareth')
  member(nia, 'Jo Desk', { role: 'office' })
  const screen = await open()
  await expect.element(screen.getByText(`chosen ${gareth}`)).toBeVisible()
  await expect.element(screen.getByLabelText('Whose visit')).not.toBeInTheDocument()
})

test('where several do, one is chosen, or everyone; who has left only where they are chosen already', async () => {
  member(gareth, 'Gareth')
  member(nia, 'Nia')
  member(al, 'Al', { isActive: false })
  const screen = await open(al)
  const select = screen.getByLabelText('Whose visit')
  await expect.element(select.getByRole('option', { name: 'Al, no longer here' })).toBeInTheDocument()
  await select.selectOptions('Nia')
  await expect.element(screen.getByText(`chosen ${nia}`)).toBeVisible()
  await expect.element(select.getByRole('option', { name: /^Al/ })).not.toBeInTheDocument()
  await select.selectOptions("Everyone's")
  await expect.element(screen.getByText('chosen', { exact: true })).toBeVisible()
})
