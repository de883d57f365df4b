/**
 * What one check found.
 *
 * @typedef {object} Leg
 * @property {string} name
 * @property {string} summary one line, also when all is well
 * @property {string[]} findings empty when all is well
 */

/**
 * A check whose only result is what it found.
 *
 * @param {string} name
 * @param {string[]} findings
 * @returns {Leg}
 */
export function plainLeg(name, findings) {
	return { name, findings, summary: findings.length === 0 ? 'none' : String(findings.length) };
}
