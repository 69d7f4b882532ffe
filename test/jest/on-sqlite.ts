// Each test file's inventory is a file of SQLite.
process.env['TEST_DATABASE'] = 'sqlite';
