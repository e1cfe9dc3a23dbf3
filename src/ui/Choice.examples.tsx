import { Clock, LogOut, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { Chip } from '#ui/Chip.tsx'
import { DropdownMenu, MenuItem, MenuSeparator } from '#ui/DropdownMenu.tsx'
import type { Examples } from '#ui/examples.ts'
import { Kbd } from '#ui/Kbd.tsx'
import { Popover } from '#ui/Popover.tsx'
import { Segmented } from '#ui/Segmented.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { toast } from '#ui/toast-store.ts'

const VIEWS = [
  { value: '5-day', label: '5-day' },
  { value: 'week', label: 'Week' },
  { value: 'month', label: 'Month' },
]

function Views() {
  const [view, setView] = useState('5-day')
  return <Segmented label="View" value={view} onChange={setView} options={VIEWS} />
}

function Filters() {
  const [isOn, setOn] = useState(true)
  return (
    <div className="flex flex-wrap gap-2">
      <Chip pressed={isOn} onPressedChange={setOn} count={148}>
        All
      </Chip>
      <Chip pressed={!isOn} onPressedChange={(on) => setOn(!on)} icon={Clock} count={14}>
        Due soon
      </Chip>
    </div>
  )
}

export const examples: Examples = {
  name: 'Segmented, Chip, Tabs, menus',
  states: [
    { title: 'One of a few', render: () => <Views /> },
    { title: 'Filters', render: () => <Filters /> },
    {
      title: 'Tabs',
      render: () => (
        <Tabs
          label="Client"
          tabs={[
            { value: 'details', label: 'Details', content: <p>07700 900118</p> },
            { value: 'sms', label: 'SMS Settings', content: <p>48 hours before</p> },
          ]}
        />
      ),
    },
    {
      title: 'Menu and popover',
      render: () => (
        <div className="flex flex-wrap gap-2">
          <DropdownMenu label="Merlin" align="start" trigger={<Button>More</Button>}>
            <MenuItem icon={Pencil} onSelect={() => toast({ title: 'Edit' })}>
              Edit
            </MenuItem>
            <MenuItem icon={LogOut} disabled onSelect={() => undefined}>
              Send away
            </MenuItem>
            <MenuSeparator />
            <MenuItem icon={Trash2} danger onSelect={() => toast({ title: 'Delete' })}>
              Delete
            </MenuItem>
          </DropdownMenu>
          <Popover label="Kestrel, front shoes" trigger={<Button>Kestrel, front shoes</Button>}>
            <p className="text-18 font-bold">Kestrel, front shoes</p>
            <p>Fri 27 Nov, 13:15 to 14:15</p>
          </Popover>
          <span>
            New Appointment <Kbd>n</Kbd>
          </span>
        </div>
      ),
    },
  ],
}
