import { Trash2, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { ConfirmDialog } from '#ui/ConfirmDialog.tsx'
import { DateInput, TimeInput } from '#ui/DateInput.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import type { Examples } from '#ui/examples.ts'
import { Field } from '#ui/Field.tsx'
import { Note } from '#ui/Note.tsx'
import { Sheet } from '#ui/Sheet.tsx'

function FormDialog() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>New Appointment</Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Schedule New Appointment"
        onSubmit={(event) => {
          event.preventDefault()
          setOpen(false)
        }}
        footer={
          <>
            <Button variant="quiet" onClick={() => setOpen(false)}>
              Cancel
            </Button>
            <Button type="submit" variant="primary">
              Book visit
            </Button>
          </>
        }
      >
        <div className="grid gap-3.5">
          <div className="grid grid-cols-2 gap-3.5">
            <Field label="Date">
              <DateInput defaultValue="2027-01-05" />
            </Field>
            <Field label="Start">
              <TimeInput defaultValue="09:00" />
            </Field>
          </div>
          <Note tone="due" icon={TriangleAlert}>
            Overlaps Finn, front refit. You can still book it.
          </Note>
        </div>
      </Dialog>
    </>
  )
}

function DeleteDialog() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="danger" icon={Trash2} onClick={() => setOpen(true)}>
        Delete horse
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Delete Merlin?"
        keepLabel="Keep Merlin"
        confirmLabel="Delete for good"
        confirmIcon={Trash2}
        typeToConfirm="Merlin"
        onConfirm={() => setOpen(false)}
      >
        This can't be undone. You will lose <b>14 work entries</b>. Invoices are kept.
      </ConfirmDialog>
    </>
  )
}

function StatusSheet() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Offline Status</Button>
      <Sheet title="Offline Status" open={isOpen} onOpenChange={setOpen} footer={<Button block>Sync 7 Changes</Button>}>
        <p>All 7 changes are safe on this phone.</p>
      </Sheet>
    </>
  )
}

export const examples: Examples = {
  name: 'Dialog, ConfirmDialog, Sheet',
  states: [
    { title: 'A form', render: () => <FormDialog /> },
    { title: 'What can not be undone', render: () => <DeleteDialog /> },
    { title: 'A panel from below', render: () => <StatusSheet /> },
  ],
}
