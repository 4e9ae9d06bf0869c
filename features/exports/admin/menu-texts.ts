/** The names of the screens, as the menus and the search have them, and what else people type to find them. */
export const MENU = {
  export: { label: 'Download your data', words: 'export csv file spreadsheet excel move out bookkeeper' },
} as const
