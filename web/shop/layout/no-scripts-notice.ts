/** The id by which the script of the application finds the notice that it has not loaded. */
export const NO_SCRIPTS_NOTICE = 'no-scripts'
