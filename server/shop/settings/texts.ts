// What the server says about settings.

export const SETTINGS = {
  changedMeanwhile:
    'Someone else saved the settings in the meantime, so your changes were not saved. Load them again and repeat them.',
  unknownSwitch: 'This shop has no switch of that name.',
} as const
