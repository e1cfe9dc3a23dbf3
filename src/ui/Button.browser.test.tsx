import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { Button } from '#ui/Button.tsx'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { FormDialog } from '#ui/FormDialog.tsx'
import '#ui/styles.css'

/** Work that is done when the test decides so. */
function slowWork() {
  const begun: PromiseWithResolvers<void>[] = []
  const work = () => {
    const one = Promise.withResolvers<void>()
    begun.push(one)
    return one.promise
  }
  return { begun, work }
}
const nothing = () => undefined
const pressTwice = (button: { element: () => Element }) => {
  for (let press = 0; press < 2; press++) (button.element() as HTMLElement).click()
}

test('a button pressed twice within one turn does its work once, is busy until that settles, and keeps its size', async () => {
  const { begun, work } = slowWork()
  const screen = await render(<Button onClick={work}>Issue invoice</Button>)
  const button = screen.getByRole('button', { name: 'Issue invoice' })
  const { width, height } = button.element().getBoundingClientRect()
  pressTwice(button)
  await expect.element(button).toHaveAttribute('aria-busy', 'true')
  pressTwice(button)
  expect(begun).toHaveLength(1)
  expect(button.element().getBoundingClientRect()).toMatchObject({ width, height })
  begun[0]?.resolve()
  await expect.element(button).not.toHaveAttribute('aria-busy')
  await button.click()
  expect(begun).toHaveLength(2)
})

test('work that fails leaves the button ready to be pressed again; work without a promise never makes it wait', async () => {
  const { begun, work } = slowWork()
  let steps = 0
  const screen = await render(
    <>
      <Button onClick={() => work().catch(nothing)}>Send</Button>
      <Button onClick={() => steps++}>Next day</Button>
    </>,
  )
  const button = screen.getByRole('button', { name: 'Send' })
  pressTwice(button)
  begun[0]?.reject(new Error('no signal'))
  await expect.element(button).not.toHaveAttribute('aria-busy')
  await button.click()
  expect(begun).toHaveLength(2)
  pressTwice(screen.getByRole('button', { name: 'Next day' }))
  expect(steps).toBe(2)
})

test('a form and a question are sent once, however fast they are pressed', async () => {
  const [form, question] = [slowWork(), slowWork()]
  const screen = await render(
    <FormDialog title="Payment" submitLabel="Record" onSubmit={form.work} onClose={nothing} isSaving={false}>
      Cash
    </FormDialog>,
  )
  pressTwice(screen.getByRole('button', { name: 'Record' }))
  expect(form.begun).toHaveLength(1)
  await screen.rerender(
    <ConfirmDialog open onOpenChange={nothing} title="Remove?" keepLabel="Keep" confirmLabel="Remove it" onConfirm={question.work}>
      Gone for good.
    </ConfirmDialog>,
  )
  pressTwice(screen.getByRole('button', { name: 'Remove it' }))
  expect(question.begun).toHaveLength(1)
})
