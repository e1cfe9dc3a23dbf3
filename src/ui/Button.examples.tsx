import { Bell, CalendarDays, Check, Pencil, Phone, Plus, Send, Trash2 } from 'lucide-react'
import { Button } from '#ui/Button.tsx'
import type { Examples } from '#ui/examples.ts'
import { LinkButton } from '#ui/LinkButton.tsx'

const row = 'flex flex-wrap gap-2'

export const examples: Examples = {
  name: 'Button, LinkButton',
  states: [
    {
      title: 'Primary, once in a view; and not yet',
      render: () => (
        <div className={row}>
          <Button variant="primary" icon={Plus}>
            Add Horse
          </Button>
          <Button disabled>Not yet</Button>
        </div>
      ),
    },
    {
      title: 'Plain, quiet, danger',
      render: () => (
        <div className={row}>
          <Button icon={CalendarDays}>Book</Button>
          <Button variant="quiet" icon={Pencil}>
            Edit
          </Button>
          <Button variant="danger" icon={Trash2}>
            Delete horse
          </Button>
          <LinkButton href="/clients">All clients</LinkButton>
        </div>
      ),
    },
    {
      title: 'Idle, busy, done',
      render: () => (
        <div className={row}>
          <Button icon={Bell}>Send Reminder</Button>
          <Button icon={Bell} busy busyLabel="Sending...">
            Send Reminder
          </Button>
          <Button variant="ok" icon={Check}>
            Sent
          </Button>
        </div>
      ),
    },
    {
      title: 'Large, small, icon',
      render: () => (
        <div className={row}>
          <Button variant="primary" size="lg" icon={Send} className="flex-1">
            On my way
          </Button>
          <Button size="sm">View</Button>
          <Button size="icon" icon={Phone} aria-label="Call" />
        </div>
      ),
    },
  ],
}
