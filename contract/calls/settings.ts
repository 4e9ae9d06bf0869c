import { Settings, SettingsUpdate } from '#contract/admin/settings.ts'
import { defineCalls } from '#contract/calls/define-calls.ts'

export const settingsCalls = defineCalls({
  'GET /api/settings': { access: 'admin', id: 'getSettings', summary: 'Get all settings', answer: Settings },
  'PUT /api/settings': {
    access: 'recent admin',
    id: 'updateSettings',
    summary: 'Change the settings that are sent, and keep the others',
    body: SettingsUpdate,
    answer: Settings,
  },
})
