// Each test file's inventory is a database of the cluster that start-postgres.mjs has started.
process.env['TEST_DATABASE'] = 'postgres';
