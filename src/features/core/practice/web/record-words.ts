import { Settings, User } from 'lucide-react'
import { flag, many, minutes, oneOf, plain, text, type Words, whole } from '#platform/web/record-words.ts'

export const practiceWords = {
  members: {
    noun: 'member',
    title: (data) => text(data.name),
    icon: User,
    href: () => '/settings/members',
    fields: {
      name: plain('name'),
      initials: many('initials'),
      role: { label: 'role', read: oneOf({ owner: 'Owner', farrier: 'Farrier', apprentice: 'Apprentice', office: 'Office' }) },
      isActive: flag('active mark'),
    },
  },
  settings: {
    noun: "practice's settings",
    title: () => 'Settings of the practice',
    icon: Settings,
    href: () => '/settings',
    fields: {
      workingHours: { label: 'working hours', isMany: true, read: whole },
      feet: { label: 'names of the feet', isMany: true, read: oneOf({ 'near-off': 'Near and off', 'left-right': 'Left and right' }) },
      travelBufferMinutes: { label: 'time between visits', read: minutes },
      prepLine: plain('prep line'),
      wording: { label: "texts' wording", isMany: true, read: whole },
      base: { label: 'base', read: whole },
      transcribesVoice: plain('voice note transcripts'),
      sending: { label: 'sending rules', isMany: true, read: whole },
      portal: { label: 'choices about the portal', isMany: true, read: whole },
      services: { label: 'services for clients', isMany: true, read: whole },
      autoReply: { label: 'auto-replies', isMany: true, read: whole },
    },
  },
} satisfies Words
