import { useState } from 'react'
import { afterEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { Field } from '#ui/Field.tsx'
import { TextInput } from '#ui/TextInput.tsx'
import '#ui/styles.css'

afterEach(() => page.viewport(1280, 800))

function Example({ onSubmit }: { onSubmit?: (name: string) => void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Add Client</Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Add Client"
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit?.(String(new FormData(event.currentTarget).get('name')))
          setOpen(false)
        }}
        footer={
          <Button type="submit" variant="primary">
            Save
          </Button>
        }
      >
        <Field label="Name">
          <TextInput name="name" />
        </Field>
      </Dialog>
    </>
  )
}

test('is named by its title, starts in its first field and holds the focus', async () => {
  const screen = await render(<Example />)
  await screen.getByRole('button', { name: 'Add Client' }).click()
  await expect.element(screen.getByRole('dialog', { name: 'Add Client' })).toBeVisible()
  await expect.element(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus()
  for (let presses = 0; presses < 4; presses++) await userEvent.keyboard('{Tab}')
  expect(document.querySelector('[role=dialog]')?.contains(document.activeElement)).toBe(true)
})

test('gives the focus back to what opened it', async () => {
  const screen = await render(<Example />)
  const opener = screen.getByRole('button', { name: 'Add Client' })
  await opener.click()
  await expect.element(screen.getByRole('dialog')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})

test('gives the focus to the main part of the page once what it did has removed what opened it', async () => {
  const screen = await render(<Once />)
  await screen.getByRole('button', { name: 'Issue' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Issue' }).click()
  await expect.element(screen.getByRole('main')).toHaveFocus()
})

/** A button that goes a moment after its dialog, as its work is done. */
function Once() {
  const [isOpen, setOpen] = useState(false)
  const [isDone, setDone] = useState(false)
  const issue = () => {
    setOpen(false)
    setTimeout(() => setDone(true), 50)
  }
  return (
    <main tabIndex={-1}>
      {!isDone && <Button onClick={() => setOpen(true)}>Issue</Button>}
      <Dialog open={isOpen} onOpenChange={setOpen} title="Issue it?" footer={<Button onClick={issue}>Issue</Button>}>
        <p>It is never changed.</p>
      </Dialog>
    </main>
  )
}

test('what comes into the page behind it is out of reach until it closes', async () => {
  const screen = await render(<Filling />)
  await screen.getByRole('button', { name: 'Open' }).click()
  const late = screen.getByText('Come later')
  await expect.element(late).toBeInTheDocument()
  const isBehind = () => late.element().closest('[inert], [aria-hidden=true]') !== null
  expect(isBehind()).toBe(true)
  await userEvent.keyboard('{Escape}')
  await expect.poll(isBehind).toBe(false)
  await expect.element(screen.getByRole('button', { name: 'Open' })).toHaveFocus()
})

/** A page that is still filling, and reports so, when its dialog opens. */
function Filling() {
  const [isOpen, setOpen] = useState(false)
  const [isFull, setFull] = useState(false)
  const open = () => {
    setOpen(true)
    setTimeout(() => setFull(true), 50)
  }
  return (
    <main>
      <Button onClick={open}>Open</Button>
      <div>{isFull ? <button type="button">Come later</button> : <p aria-live="polite">Loading...</p>}</div>
      <Dialog open={isOpen} onOpenChange={setOpen} title="Meanwhile" />
    </main>
  )
}

test('sends its form by Enter', async () => {
  const sent: string[] = []
  const screen = await render(<Example onSubmit={(name) => sent.push(name)} />)
  await screen.getByRole('button', { name: 'Add Client' }).click()
  await screen.getByRole('textbox', { name: 'Name' }).fill('Siân')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  expect(sent).toEqual(['Siân'])
})

test('fills a phone and docks its button at the bottom, and is a centred box on a desktop', async () => {
  await page.viewport(375, 812)
  const screen = await render(<Example />)
  await screen.getByRole('button', { name: 'Add Client' }).click()
  await expect.element(screen.getByRole('dialog')).toBeVisible()
  await Promise.all(document.getAnimations().map((each) => each.finished))
  const phone = screen.getByRole('dialog').element().getBoundingClientRect()
  expect([phone.left, phone.top, phone.width, phone.height]).toEqual([0, 0, 375, 812])
  expect(screen.getByRole('button', { name: 'Save' }).element().getBoundingClientRect().bottom).toBeGreaterThan(812 - 24)
  await page.viewport(1280, 800)
  const desktop = screen.getByRole('dialog').element().getBoundingClientRect()
  expect(desktop.width).toBe(520)
  expect(Math.round(desktop.left)).toBe(380)
})

test('writes no style element, which the content security policy would refuse', async () => {
  const before = document.querySelectorAll('style').length
  const screen = await render(<Example />)
  await screen.getByRole('button', { name: 'Add Client' }).click()
  await expect.element(screen.getByRole('dialog')).toBeVisible()
  expect(document.querySelectorAll('style').length).toBe(before)
  expect(getComputedStyle(document.documentElement).overflow).toBe('hidden')
})

describe('Back', () => {
  const openOne = async () => {
    const screen = await render(<Example />)
    const before = history.length
    await screen.getByRole('button', { name: 'Add Client' }).click()
    await expect.element(screen.getByRole('dialog')).toBeVisible()
    return { screen, before, place: location.href }
  }

  test('closes the dialog and stays on the page', async () => {
    const { screen, place } = await openOne()
    history.back()
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
    expect(location.href).toBe(place)
    expect(history.state?.layers ?? 0).toBe(0)
  })

  test('is as it was before once the dialog was closed by its cross', async () => {
    const { screen } = await openOne()
    expect(history.state.layers).toBe(1)
    await screen.getByRole('button', { name: 'Close' }).click()
    await expect.poll(() => history.state?.layers ?? 0).toBe(0)
    await screen.getByRole('button', { name: 'Add Client' }).click()
    await expect.element(screen.getByRole('dialog')).toBeVisible()
    await expect.poll(() => history.state?.layers ?? 0).toBe(1)
    history.back()
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  })

  test('prompts before it throws away what was typed, and Back again keeps editing', async () => {
    const { screen } = await openOne()
    await screen.getByRole('textbox', { name: 'Name' }).fill('Nia')
    history.back()
    const question = screen.getByRole('dialog', { name: 'Discard what you typed?' })
    await expect.element(question).toBeVisible()
    await expect.poll(() => history.state?.layers ?? 0).toBe(2)
    history.back()
    await expect.element(question).not.toBeInTheDocument()
    await expect.element(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Nia')
    await expect.poll(() => history.state?.layers ?? 0).toBe(1)
    history.back()
    await question.getByRole('button', { name: 'Discard' }).click()
    await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
    await expect.poll(() => history.state?.layers ?? 0).toBe(0)
  })
})

test('prompts before Escape, the cross or a press beside it throws away what was typed', async () => {
  const screen = await render(<Example />)
  await screen.getByRole('button', { name: 'Add Client' }).click()
  await screen.getByRole('textbox', { name: 'Name' }).fill('Nia')
  const question = screen.getByRole('dialog', { name: 'Discard what you typed?' })
  const ways = [
    () => userEvent.keyboard('{Escape}'),
    () => screen.getByRole('button', { name: 'Close' }).click(),
    () => userEvent.click(document.querySelector('[data-holds-page]') as HTMLElement, { position: { x: 4, y: 4 }, force: true }),
  ]
  for (const close of ways) {
    await close()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect.element(question).not.toBeInTheDocument()
  }
  await expect.element(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Nia')
})

/** A form that itself reports whether it differs. */
function Work() {
  const [isOpen, setOpen] = useState(true)
  const [name, setName] = useState('Trim')
  return (
    <Dialog open={isOpen} onOpenChange={setOpen} title="Work" onSubmit={() => {}} isChanged={() => name !== 'Trim'}>
      <TextInput aria-label="Name" value={name} onChange={(event) => setName(event.target.value)} />
      <Button onClick={() => setName('Shoes')}>Shoes</Button>
    </Dialog>
  )
}

test('prompts by what differs where its form can determine it: a choice that is pressed counts, and words put back as they were do not', async () => {
  const screen = await render(<Work />)
  await screen.getByRole('button', { name: 'Shoes' }).click()
  await userEvent.keyboard('{Escape}')
  await screen.getByRole('button', { name: 'Keep editing' }).click()
  await screen.getByRole('textbox').fill('Trim')
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
})

test('has the browser prompt before it leaves a page with words that would be lost, and only then', async () => {
  const screen = await render(<Example />)
  const leaves = () => dispatchEvent(new Event('beforeunload', { cancelable: true }))
  await screen.getByRole('button', { name: 'Add Client' }).click()
  expect(leaves()).toBe(true)
  await screen.getByRole('textbox', { name: 'Name' }).fill('Nia')
  await expect.poll(leaves).toBe(false)
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  expect(leaves()).toBe(true)
})
